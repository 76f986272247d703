const ACCENTED: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúcçnñAÁEÉIÍOÓUÚCÇNÑ".matchAll(/(.)(.)/g)].map(([, plain = "", accented = ""]) => [plain, accented]),
);

/**
 * A text as no language has it: accented and a third longer, so that what was not translated and what has no room is
 * seen. Placeholders and plural forms stay as they are.
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
