const ACCENTED: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñAÁEÉIÍOÓUÚCÇNÑ".matchAll(/(.)(.)/g)].map(([, plain = "", accented = ""]) => [plain, accented]),
);

/**
 * A text in no real language: accented and a third longer, so that untranslated texts and missing space become visible.
 * Placeholders and plural forms stay unchanged.
 */
export function pseudo(text: string): string {
  // Quoted braces are text: where there are some, only the length is stretched.
  if (text.includes("'{")) return `${text}${"~".repeat(Math.ceil(text.length / 3))}`;
  if (text.includes("{")) return text.replace(/^([^{]*)/, (plain) => stretched(plain));
  return stretched(text);
}

function stretched(text: string): string {
  if (text === "") return "";
  const accented = [...text].map((char) => ACCENTED[char] ?? char).join("");
  return `${accented}${"~".repeat(Math.ceil(text.length / 3))}`;
}
