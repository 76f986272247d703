/** The handler of a function with any kind of trigger. */
export type AnyHandler = (event: unknown, context: unknown) => Promise<unknown>;

/**
 * Loads the entry file of a function. In the bundled program, this file is replaced with a table of the entry files.
 * @param entry the path of the file, relative to the project folder.
 */
export async function importFunction(entry: string): Promise<{ handler: AnyHandler }> {
  return (await import(new URL(`../../${entry}`, import.meta.url).href)) as { handler: AnyHandler }; // each exports one
}
