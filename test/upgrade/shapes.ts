/** One field of a stored type: `?` and its type, as written. Keyed by `file Type.field`. */
export type Shapes = ReadonlyMap<string, string>;

const TYPE = /^export (?:interface (\w+)[^{]*\{|type (\w+)[^=]*= [^;{]*\{)$/;
const FIELD = /^ {2}(\w+)(\??): (.*);$/;

/** Reads the fields of the exported object types in a source of `core/records/`, as the formatter writes them. */
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
 * Compares the stored types of a release with today's. A field that was added as an optional one is no change: readers
 * of the release ignore it, and today's readers do without it.
 * @returns the fields that one of the two releases would miss or misread in the other's records.
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

/** As in a release's file of shapes: one line for each field. */
export const linesOf = (shapes: Shapes) => [...shapes].map(([field, form]) => `${field}: ${form}`).sort();

/** Reads a release's file of shapes. */
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
