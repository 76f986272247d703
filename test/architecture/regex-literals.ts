/** A regular expression as written in a source file. */
export interface RegexLiteral {
  line: number;
  source: string;
  flags: string;
}

/** Matches the text before a slash that starts a regular expression. Anywhere else, a slash divides or closes a tag. */
const BEFORE = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\b(?:return|typeof|case|of|in|do|else|void|await|yield|new))\s*$/;

/** Finds every regular expression literal, skipping comments, strings and templates. */
export function regexLiterals(text: string): RegexLiteral[] {
  const found: RegexLiteral[] = [];
  let code = ""; // the preceding code
  /** The brace depths at which a template resumes. */
  const templates: number[] = [];
  let braces = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    const two = text.slice(at, at + 2);
    if (two === "//" || two === "/*") {
      const end = two === "//" ? text.indexOf("\n", at) : text.indexOf("*/", at) + 1;
      at = end <= 0 ? text.length : two === "//" ? end - 1 : end;
    } else if (sign === '"' || sign === "'") {
      at = endOf(text, at, sign);
      code += '""';
    } else if (sign === "`" || (sign === "}" && templates.at(-1) === braces)) {
      if (sign === "}") templates.pop();
      const end = endOfTemplate(text, at);
      if (text[end] === "{") templates.push(braces);
      at = end;
      code += "`";
    } else if (sign === "/" && BEFORE.test(code.slice(-20))) {
      const end = endOf(text, at, "/");
      const flags = /^[a-z]*/.exec(text.slice(end + 1))?.[0] ?? "";
      found.push({ line: text.slice(0, at).split("\n").length, source: text.slice(at + 1, end), flags });
      at = end + flags.length;
      code += '""';
    } else {
      if (sign === "{") braces++;
      if (sign === "}") braces--;
      code += sign;
    }
  }
  return found;
}

/** Returns the end of the token at `from`: the next `sign` that is neither escaped nor in a character class. */
function endOf(text: string, from: number, sign: string): number {
  let inClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const one = text[at];
    if (one === "\\") at++;
    else if (sign === "/" && one === "[") inClass = true;
    else if (sign === "/" && one === "]") inClass = false;
    else if (one === sign && !inClass) return at;
  }
  return text.length;
}

/** Returns the end of a template's text: the closing backtick, or the brace that opens an inserted value. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at;
    else if (text.slice(at, at + 2) === "${") return at + 1;
  }
  return text.length;
}
