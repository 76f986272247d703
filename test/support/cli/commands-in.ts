/** A command on a page: its first line, and its words. */
export interface PageCommand {
  line: number;
  text: string;
  words: string[];
}

/** Returns the commands in a page's code blocks and inline code that run this program. */
export function commandsIn(page: string, program: string): PageCommand[] {
  const begins = new RegExp(`(?:^|[\\s({;&|])${program} (?=[a-z])`);
  return codeIn(page).flatMap(({ line, text }) => {
    const found = begins.exec(text);
    if (!found) return [];
    const from = text.slice(found.index).replace(/^[\s({;&|]+/, "");
    const words = wordsOf(from);
    return [{ line, text: words.join(" "), words: words.slice(1) }];
  });
}

/**
 * Returns the code on a page: inline code, and the lines of code blocks (a line ending in a backslash continues on the
 * next).
 */
export function codeIn(page: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const lineAt = (index: number) => page.slice(0, index).split("\n").length;
  const prose = page.replace(/^```\w*\n([\s\S]*?)^```/gm, (block, inside: string, index: number) => {
    const first = lineAt(index) + 1;
    const joined = inside.replace(/\\\n\s*/g, " ");
    for (const [n, text] of joined.split("\n").entries()) found.push({ line: first + n, text });
    return block.replace(/[^\n]/g, " ");
  });
  for (const { 1: text = "", index } of prose.matchAll(/`([^`]+)`/g)) {
    found.push({ line: lineAt(index), text: text.replace(/\s+/g, " ") });
  }
  return found;
}

/** Splits a shell command into words, up to its end. Removes quotes; `<a placeholder>` is one word. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let rest = text;
  while (rest !== "") {
    rest = rest.trimStart();
    if (rest === "" || /^(?:[;|&})]|#|\d?>)/.test(rest)) break;
    let word = "";
    for (;;) {
      const part = /^(?:'([^']*)'|"([^"]*)"|(<[^<>]+>)|(\$\([^)]*\))|([^\s'"<>;|&]))/.exec(rest);
      if (!part) break;
      word += part.slice(1).find((one) => one !== undefined) ?? "";
      rest = rest.slice(part[0].length);
    }
    if (word === "") break;
    words.push(word);
  }
  return words;
}
