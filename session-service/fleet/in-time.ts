/**
 * Waits for work, but no longer than `withinMs`. @throws if the work takes longer. The work may still succeed
 * afterwards.
 */
export async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
