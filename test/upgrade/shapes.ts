/**
 * The fields of stored types, by `file Type.field`. The value is the field's type as written, preceded by `?` if the
 * field is optional.
 */
export type Shapes = ReadonlyMap<string, string>;

const TYPE = /^export (?:interface (\w+)[^{]*\{|type (\w+)[^=]*= [^;{]*\{)$/;
const FIELD = /^ {2}(\w+)(\??): (.*);$/;

/** Parses the fields of the exported object types in a source file in `core/records/`, in the formatter's style. */
export function shapesIn(path: string, text: string): Map<string, string> {
  const shapes = new Map<string, string>();
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/[ \t]+\/\/.*$/gm, "");
  let type: string | null = null;
  let open = "";
  for (const line of code.split("\n")) {
    const begun = TYPE.exec(line);
    if (begun) type = begun[1] ?? begun[2] ?? null;
    else if (line.startsWith("}")) type = null;
    if (type === null || begun) continue;
    open = /^ {2}\S/.test(line) && !/^ {2}[}\])|]/.test(line) ? line : `${open} ${line.trim()}`;
    const field = FIELD.exec(open);
    if (field) shapes.set(`${path} ${type}.${field[1]}`, `${field[2]}${(field[3] ?? "").replace(/\s+/g, " ")}`);
  }
  return shapes;
}

/**
 * Compares a release's stored types with today's. A new optional field doesn't count as a change: the release's code
 * ignores it, and today's code doesn't need it.
 * @returns the fields that one of the two would miss or misread in the other's records.
 */
export function changesOf(before: Shapes, now: Shapes): string[] {
  const typeOf = (field: string) => field.slice(0, field.lastIndexOf("."));
  const known = new Set([...before.keys()].map(typeOf));
  const changed = [...before].filter(([field, form]) => now.get(field) !== form).map(([field]) => field);
  const added = [...now]
    .filter(([field, form]) => !before.has(field) && known.has(typeOf(field)) && !form.startsWith("?"))
    .map(([field]) => field);
  return [...changed, ...added].sort();
}

/** Returns the lines of a release's shapes file, one for each field. */
export const linesOf = (shapes: Shapes) => [...shapes].map(([field, form]) => `${field}: ${form}`).sort();

/** Parses a release's shapes file. */
export const fromLines = (text: string): Shapes =>
  new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const cut = line.indexOf(": ");
        return [line.slice(0, cut), line.slice(cut + 2)];
      }),
  );
