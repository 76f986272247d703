/** A function's handler, for any kind of trigger. */
export type AnyHandler = (event: unknown, context: unknown) => Promise<unknown>;

/**
 * Loads a function's entry file. In the bundled program, this file is replaced with a table of the entry files.
 * @param entry the file's path, relative to the project folder.
 */
export async function importFunction(entry: string): Promise<{ handler: AnyHandler }> {
  return (await import(new URL(`../../${entry}`, import.meta.url).href)) as { handler: AnyHandler }; // each exports one
}
