import { describe, expect, it } from "vitest";
import {
  LAST_STAGE,
  limitsOfStage,
  PROTECTION_SETTINGS,
  ProtectionSettings,
  protectionSettingsPatch,
} from "../../../core/contracts/protection.ts";
import { mergeSettings, settingsInForce, settingsView } from "../../../core/domain/protection/settings.ts";

const accepts = (key: string, value: unknown, stage = 7) =>
  protectionSettingsPatch(stage).safeParse({ [key]: value }).success;

describe("a protection setting", () => {
  it.each([
    ["new_contacts_per_day", [0, 80], [-1, 81, 1.5, "5"]],
    ["first_message_interval_seconds", [60, 3600], [59, 3601]],
    ["message_interval_seconds", [3, 600], [2, 601]],
    ["reply_interval_seconds", [1, 30], [0, 31]],
    ["messages_per_hour", [1, 60], [0, 61]],
    ["messages_per_day", [1, 1000], [0, 1001]],
    ["quiet_hours_start", ["18:00", "21:59", "22:00"], ["17:59", "22:01", "23:00", "9:00", "19:60", 22]],
    ["quiet_hours_end", ["08:00", "12:00"], ["07:59", "12:01", "8:00"]],
    ["timezone", ["America/Sao_Paulo", "UTC", "Asia/Kathmandu"], ["+03:00", "Brasil/Nowhere", "", "GMT+99"]],
    ["typing", [true, false], ["yes", 1]],
    ["mark_read_before_reply", [true, false], [0]],
    ["new_chats_paused", [true, false], ["no"]],
    ["broadcast_interval_seconds", [30, 3600], [29, 3601]],
    ["broadcast_per_day", [1, 500], [0, 501]],
    ["hold_first_messages_hours", [1, 168], [0, 169]],
  ])("%s accepts its range and null, and refuses what lies outside", (key, good, bad) => {
    for (const value of [...good, null]) expect([value, accepts(key, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, accepts(key, value)]).toEqual([value, false]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])("is limited by what stage %d allows", (stage) => {
    const limits = limitsOfStage(stage);
    for (const key of ["new_contacts_per_day", "messages_per_day"] as const) {
      expect(accepts(key, limits[key], stage)).toBe(true);
      expect(accepts(key, limits[key] + 1, stage)).toBe(false);
    }
  });

  it("is refused with a sentence that names the range, under its own key", () => {
    const refused = protectionSettingsPatch(1).safeParse({ new_contacts_per_day: 11, broadcast_per_day: 5 });

    expect(refused.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      [
        "new_contacts_per_day",
        "Use a whole number from 0 to 10, the maximum for warm-up stage 1, or null for the recommended value.",
      ],
      ["broadcast_per_day", "Warm-up stage 1 does not allow any yet. Leave this null until stage 2."],
    ]);
  });

  it("is said in one sentence only, whatever is wrong with it", () => {
    for (const key of Object.keys(PROTECTION_SETTINGS)) {
      for (const wrong of [-5, 1e9, 2.5, "x", [], {}]) {
        const issues = protectionSettingsPatch(3).safeParse({ [key]: wrong }).error?.issues ?? [];
        expect(new Set(issues.map(({ message }) => message)).size).toBe(1);
        expect(issues[0]?.message).toMatch(/^(Use|Warm-up)/);
      }
    }
  });

  it("left out stays, null restores, and reads as null where the recommended value applies", () => {
    const own = mergeSettings(
      { messages_per_hour: 10, typing: false },
      { messages_per_hour: null, new_contacts_per_day: 0 },
    );

    expect(own).toEqual({ typing: false, new_contacts_per_day: 0 });
    const view = settingsView(own);
    expect(view).toMatchObject({ typing: false, new_contacts_per_day: 0, messages_per_hour: null, timezone: null });
    expect(ProtectionSettings.safeParse(view).success).toBe(true);
  });
});

describe("the settings in force", () => {
  const state = { settings: {}, stage: 1, level: "good", timezone: "America/Bogota" } as const;

  it("are the recommended ones of a new instance: 10 new people a day, 22:00 to 08:00 in its own time", () => {
    expect(settingsInForce(state)).toEqual({
      new_contacts_per_day: 10,
      first_messages_per_hour: 3,
      messages_per_day: 50,
      broadcast_per_day: 0,
      messages_per_hour: 30,
      first_message_interval_seconds: 120,
      message_interval_seconds: 6,
      reply_interval_seconds: 2,
      broadcast_interval_seconds: 60,
      hold_first_messages_hours: 72,
      quiet_hours_start: "22:00",
      quiet_hours_end: "08:00",
      timezone: "America/Bogota",
      typing: true,
      mark_read_before_reply: true,
      new_chats_paused: false,
    });
  });

  it("are cut to the stage's after a fall, and come back with it", () => {
    const settings = { new_contacts_per_day: 35 };
    expect(settingsInForce({ ...state, settings, stage: 2 }).new_contacts_per_day).toBe(15);
    expect(settingsInForce({ ...state, settings, stage: 5 }).new_contacts_per_day).toBe(35);
  });

  it("recommend 30 messages an hour, at the last stage 45, so that its broadcasts a day can go", () => {
    const perHour = (stage: number) => settingsInForce({ ...state, stage, settings: {} }).messages_per_hour;
    expect([1, 6, 7, 8].map(perHour)).toEqual([30, 30, 45, 45]);
  });

  it("are halved on level risk", () => {
    expect(settingsInForce({ ...state, level: "risk" })).toMatchObject({
      new_contacts_per_day: 5,
      first_messages_per_hour: 1,
      messages_per_day: 25,
      messages_per_hour: 15,
      broadcast_per_day: 0,
    });
  });
});

describe("the warm-up table", () => {
  it.each([
    [1, 0, 10, 3, 50, 0],
    [2, 7, 15, 4, 100, 25],
    [3, 14, 20, 5, 200, 50],
    [4, 21, 30, 6, 300, 100],
    [5, 30, 40, 8, 500, 150],
    [6, 60, 60, 10, 800, 300],
    [7, 90, 80, 12, 1000, 500],
  ])("stage %d", (stage, from, people, hour, day, broadcast) => {
    expect(Object.values(limitsOfStage(stage))).toEqual([from, people, hour, day, broadcast]);
    expect(LAST_STAGE).toBe(7);
  });
});
