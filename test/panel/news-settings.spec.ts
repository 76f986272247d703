import { describe, expect, it } from "vitest";
import { shownWaiting } from "../../panel/src/api/news.ts";
import { isQuietAt, NEWS_OFF, parseNewsSettings } from "../../panel/src/shell/news/news-settings.ts";

describe("quiet hours", () => {
  it.each([
    ["22:00", "08:00", "23:30", true],
    ["22:00", "08:00", "07:59", true],
    ["22:00", "08:00", "08:00", false],
    ["22:00", "08:00", "12:00", false],
    ["12:00", "13:00", "12:00", true],
    ["12:00", "13:00", "13:00", false],
    ["12:00", "12:00", "12:00", false],
    ["", "08:00", "07:00", false],
    ["22:00", "", "23:00", false],
  ])("from %s to %s at %s: %s", (quietFrom, quietTo, time, isQuiet) => {
    expect(isQuietAt({ ...NEWS_OFF, quietFrom, quietTo }, time)).toBe(isQuiet);
  });
});

describe("settings kept in a browser", () => {
  it.each([
    [null, NEWS_OFF],
    ["{", NEWS_OFF],
    ["null", NEWS_OFF],
    ['{"notify":"yes","silent":7,"quietFrom":"25:00"}', NEWS_OFF],
    ['{"notify":true,"silent":["inst_1",2],"quietTo":"08:00"}', { notify: true, silent: ["inst_1"], quietTo: "08:00" }],
  ])("%s", (kept, settings) => {
    expect(parseNewsSettings(kept)).toEqual({ ...NEWS_OFF, ...settings });
  });
});

describe("the number of people who wait", () => {
  it.each([
    [1, "1"],
    [99, "99"],
    [100, "99+"],
    [250, "99+"],
  ])("%d is shown as %s, because beyond 99 they are not counted", (waiting, shown) => {
    expect(shownWaiting(waiting)).toBe(shown);
  });
});
