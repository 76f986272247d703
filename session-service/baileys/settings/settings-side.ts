import { ALL_WA_PATCH_NAMES, type WASocket } from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import { FewAtOnce } from "../../process/few-at-once.ts";
import type { SettingMemory } from "../keys/setting-memory.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { QUERY_TIMEOUT_MS } from "../shared/known-answer.ts";
import { reportErrors } from "../shared/library-log.ts";
import { keepSettings } from "./keep-settings.ts";
import type { SettingMutation } from "./setting-mutation.ts";
import type { SettingNews } from "./settings-in.ts";
import { SettingsReader } from "./settings-reader.ts";
import { SettingsSchedule } from "./settings-schedule.ts";
import { SettingsWriter } from "./settings-writer.ts";
import { takeServerSyncs } from "./take-server-syncs.ts";

/** The settings that the phone shares with its linked devices. Must not be used from inside an event handler. */
export interface SettingsSide {
  /**
   * Makes changes one at a time, each after the network has accepted the previous one. When the promise resolves,
   * changes to chats are stored in the network's order. If it rejects, the changes before the failed one are stored.
   * @throws SettingsNotReady, SettingsConflict or NetworkRefusal if the change was not made, or AnswerUnknown if it may
   * have been made, in which case the next read reveals it.
   */
  changeSettings(mutations: SettingMutation[]): Promise<void>;
}

/** Creates the part of a socket that handles settings. It reads the phone's changes and writes ours. */
export function createSettingsSide(
  deps: ConnectionDeps,
  owner: Owner,
  sock: WASocket,
  memory: SettingMemory,
  events: { setting(news: SettingNews): Promise<void> },
): SettingsSide {
  const { clock, log } = deps;
  const report = reportErrors(deps, owner.instance_id);
  /** Changes that were reported by the read or change in progress and haven't been stored yet. */
  let told: Promise<void>[] = [];
  const tools = {
    ...{ sock, clock, memory, report, downloads: deps.way().fetches },
    tell: (news: SettingNews) => void told.push(events.setting(news)),
  };
  const reader = new SettingsReader(tools);
  const writer = new SettingsWriter(tools, reader);
  const turns = new FewAtOnce(1);

  /** Runs work, then waits until the changes that it reported are stored. */
  async function stored<T>(work: () => Promise<T>): Promise<T> {
    told = [];
    const result = await work();
    await Promise.all(told);
    return result;
  }

  const schedule = new SettingsSchedule({
    ...{ clock, log, memory, turns, instance: owner.instance_id },
    read: (names) => stored(() => reader.read(names, QUERY_TIMEOUT_MS)),
    unread: () => unreadOf(sock),
  });
  keepSettings(sock, clock, (news) => void events.setting(news), report);
  takeServerSyncs(sock, async (names) => {
    await schedule.read(() => names);
    if (schedule.isClosed) throw new Error("The connection is closed.");
  });
  followSocket(sock, schedule, report);

  return {
    changeSettings: (mutations) =>
      turns.run(async () => {
        try {
          for (const mutation of mutations) await stored(() => writer.change(mutation));
        } finally {
          schedule.readDueShortly();
        }
      }),
  };
}

function followSocket(sock: WASocket, schedule: SettingsSchedule, report: ReturnType<typeof reportErrors>): void {
  sock.ev.on("connection.update", ({ connection, receivedPendingNotifications }) => {
    if (connection === "close") schedule.close();
    if (receivedPendingNotifications) schedule.catchUp().catch((error: unknown) => report("settings", error));
  });
  // This update means that the phone has sent a missing key.
  sock.ev.on("creds.update", ({ myAppStateKeyId }) => {
    if (myAppStateKeyId) void schedule.readDue();
  });
}

async function unreadOf(sock: WASocket) {
  const known = await sock.authState.keys.get("app-state-sync-version", [...ALL_WA_PATCH_NAMES]);
  return ALL_WA_PATCH_NAMES.filter((name) => !known[name]);
}
