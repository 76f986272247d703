/** Runs the work for all items, at most `atOnce` at a time. */
export async function inParallel<T>(atOnce: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
