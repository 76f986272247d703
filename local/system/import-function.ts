/** A function's handler, for any trigger. */
export type AnyHandler = (event: unknown, context: unknown) => Promise<unknown>;

/**
 * Loads a function's entry file. In the program made of the sources, a table of them takes this file's place.
 * @param entry relative to the project folder.
 */
export async function importFunction(entry: string): Promise<{ handler: AnyHandler }> {
  return (await import(new URL(`../../${entry}`, import.meta.url).href)) as { handler: AnyHandler }; // each exports one
}
