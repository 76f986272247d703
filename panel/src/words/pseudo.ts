const ACCENTED: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñAÁEÉIÍOÓUÚCÇNÑ".matchAll(/(.)(.)/g)].map(([, plain = "", accented = ""]) => [plain, accented]),
);

/**
 * Turns a text into pseudo-language: accented and a third longer, which reveals untranslated texts and places with too
 * little space. Placeholders and plural forms stay as they are.
 */
export function pseudo(text: string): string {
  // Quoted braces are literal text, so a text containing any is only lengthened.
  if (text.includes("'{")) return `${text}${"~".repeat(Math.ceil(text.length / 3))}`;
  if (text.includes("{")) return text.replace(/^([^{]*)/, (plain) => stretched(plain));
  return stretched(text);
}

function stretched(text: string): string {
  if (text === "") return "";
  const accented = [...text].map((char) => ACCENTED[char] ?? char).join("");
  return `${accented}${"~".repeat(Math.ceil(text.length / 3))}`;
}
