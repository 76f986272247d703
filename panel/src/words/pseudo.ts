const ACCENTED: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñAÁEÉIÍOÓUÚCÇNÑ".matchAll(/(.)(.)/g)].map(([, plain = "", accented = ""]) => [plain, accented]),
);

/**
 * Turns a text into pseudo-language: accented and a third longer, to reveal untranslated texts and missing space.
 * Placeholders and plural forms stay unchanged.
 */
export function pseudo(text: string): string {
  // Quoted braces are literal text, so a text that has any is only lengthened.
  if (text.includes("'{")) return `${text}${"~".repeat(Math.ceil(text.length / 3))}`;
  if (text.includes("{")) return text.replace(/^([^{]*)/, (plain) => stretched(plain));
  return stretched(text);
}

function stretched(text: string): string {
  if (text === "") return "";
  const accented = [...text].map((char) => ACCENTED[char] ?? char).join("");
  return `${accented}${"~".repeat(Math.ceil(text.length / 3))}`;
}
