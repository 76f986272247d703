/** The number of leading digits that distinguish number ranges. */
const FIRST_DIGITS = 2;

/** The properties that distinguish number ranges: up to two leading digits, and the length, such as `12:9`. */
type Shapes = ReadonlySet<string>;

const EMPTY: Shapes = new Set([":0"]);

/**
 * Returns the shapes of all numbers matched by a pattern of the numbering data. The result is exact, because the shape
 * of two concatenated texts can be computed from their shapes. The only exception is that numbers excluded by a
 * look-ahead are included.
 * @param pattern may contain digits, character classes, groups, alternatives, and repetitions. @throws for any other
 * syntax.
 * @returns shapes in the form `first digits:length`, such as `12:9`.
 */
export function shapesOf(pattern: string): Shapes {
  const tokens = pattern.match(/\(\?[:!=]|\(|\)|\||\[[^\]]*\]|\\d|\d|\?|\{\d+(?:,\d+)?\}|[$^]/g) ?? [];
  if (tokens.join("") !== pattern) throw new Error(`The pattern ${pattern} has a part that is not known here.`);
  const rest = [...tokens];
  const shapes = alternatives(rest);
  if (rest.length > 0) throw new Error(`The pattern ${pattern} closes a group that it did not open.`);
  return shapes;
}

function alternatives(rest: string[]): Shapes {
  let all = sequence(rest);
  while (rest[0] === "|") {
    rest.shift();
    all = new Set([...all, ...sequence(rest)]);
  }
  return all;
}

function sequence(rest: string[]): Shapes {
  let whole = EMPTY;
  while (rest[0] !== undefined && rest[0] !== "|" && rest[0] !== ")") {
    const part = repeated(onePart(rest), rest);
    whole = joined(whole, part);
  }
  return whole;
}

function onePart(rest: string[]): Shapes {
  const token = rest.shift() ?? "";
  if (token === "$" || token === "^") return EMPTY;
  if (!token.startsWith("(")) return new Set(digitsOf(token).map((digit) => `${digit}:1`));
  const inside = alternatives(rest);
  rest.shift();
  return token === "(?!" || token === "(?=" ? EMPTY : inside;
}

function repeated(part: Shapes, rest: string[]): Shapes {
  const times = /^(?:\?|\{(\d+)(?:,(\d+))?\})$/.exec(rest[0] ?? "");
  if (!times) return part;
  rest.shift();
  const least = Number(times[1] ?? 0);
  const most = Number(times[2] ?? times[1] ?? 1);
  const all = new Set<string>();
  for (let n = 0, some = EMPTY; n <= most; n++, some = joined(some, part)) {
    if (n >= least) for (const shape of some) all.add(shape);
  }
  return all;
}

function joined(left: Shapes, right: Shapes): Shapes {
  const all = new Set<string>();
  for (const a of left) {
    const [first = "", length] = a.split(":");
    for (const b of right) {
      const [next = "", more] = b.split(":");
      all.add(`${(first + next).slice(0, FIRST_DIGITS)}:${Number(length) + Number(more)}`);
    }
  }
  return all;
}

function digitsOf(token: string): string[] {
  const isOneOf = new RegExp(`^${token}$`);
  return [..."0123456789"].filter((digit) => isOneOf.test(digit));
}
