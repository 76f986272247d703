import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced } from "../../panel/src/shell/news/paced.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const EVERY_MS = 3_000;

/** Creates a paced asker whose questions are answered on the test's command. */
function newAsker(atOnce?: number) {
  const answers: (() => void)[] = [];
  const ask = () => new Promise<void>((resolve) => answers.push(resolve));
  const answer = async () => {
    answers.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { answers, answer, asker: paced(ask, () => EVERY_MS, atOnce) };
}

it("asks at once, three times in a row, and then in the pace of a page that asks by itself", async () => {
  const { asker, answers, answer } = newAsker();
  for (let n = 1; n <= 3; n++) {
    asker.tell();
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(n);
    await answer();
  }
  asker.tell();
  await vi.advanceTimersByTimeAsync(EVERY_MS - 100);
  expect(answers).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(answers).toHaveLength(4);
});

it("asks no more often than once in its time, however often it is told", async () => {
  const { asker, answers, answer } = newAsker();
  for (let ms = 0; ms < 60_000; ms += 100) {
    asker.tell();
    await vi.advanceTimersByTimeAsync(100);
    await answer();
  }
  expect(answers.length).toBeGreaterThanOrEqual(20);
  expect(answers.length).toBeLessThanOrEqual(23);
});

it("asks again after an answer if it was told meanwhile, because that answer may be older", async () => {
  const { asker, answers, answer } = newAsker();
  asker.tell();
  await vi.advanceTimersByTimeAsync(1);
  asker.tell();
  asker.tell();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(1);
  await answer();
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(2);
  await answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(2);
});

it("asks nothing once it is stopped", async () => {
  const { asker, answers, answer } = newAsker(1);
  asker.tell();
  await vi.advanceTimersByTimeAsync(1);
  asker.tell();
  await answer();
  asker.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(1);
});
