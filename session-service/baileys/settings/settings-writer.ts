import {
  encodeSyncdPatch,
  isMissingKeyError,
  type LTHashState,
  proto,
  type WAPatchName,
} from "@whiskeysockets/baileys";
import { NetworkRefusal, SettingsConflict, SettingsNotReady } from "../shared/network-refusals.ts";
import { askCollections, CONFLICT } from "./ask-collections.ts";
import { encodeMutation } from "./encode-mutation.ts";
import { newsOfOurs } from "./news-of-ours.ts";
import type { SettingMutation } from "./setting-mutation.ts";
import type { SettingsReader, SettingTools } from "./settings-reader.ts";

/** How many times to attempt a change while other devices keep changing the same collection. */
const TRIES = 3;
/** The time limit for an answer. A command must be answered within eight seconds, and a change may take two queries. */
const ANSWER_MS = 3_500;

/** Writes our changes to the settings shared by the phone, each based on the current state. */
export class SettingsWriter {
  readonly #tools: SettingTools;
  readonly #reader: SettingsReader;

  constructor(tools: SettingTools, reader: SettingsReader) {
    this.#tools = tools;
    this.#reader = reader;
  }

  /**
   * Makes one change. If the change is based on an old version, the network refuses it inside a successful result,
   * which the library interprets as acceptance. In that case, the missing changes are read here, and our change is
   * tried again.
   * @throws SettingsNotReady, SettingsConflict, NetworkRefusal, AnswerUnknown (the change may have been made).
   */
  async change(mutation: SettingMutation): Promise<void> {
    const { clock } = this.#tools;
    const wanted = encodeMutation(mutation, clock.now());
    const name: WAPatchName = wanted.type;
    for (let tries = 1; tries <= TRIES; tries++) {
      const failure = (await this.#reader.read([name], ANSWER_MS)).get(name);
      if (failure !== undefined) throw failure;
      const { patch, state } = await this.#encode(wanted);
      const error = await this.#send(name, patch, state.version - 1);
      if (error === null) return this.#keep(name, state, mutation);
      if (error !== CONFLICT) throw new NetworkRefusal(error, "a change of the settings");
    }
    throw new SettingsConflict();
  }

  async #encode(wanted: ReturnType<typeof encodeMutation>): Promise<{ patch: Uint8Array; state: LTHashState }> {
    const { sock } = this.#tools;
    const keyId = sock.authState.creds.myAppStateKeyId;
    if (!keyId) throw new SettingsNotReady();
    const before = await this.#reader.state(wanted.type);
    try {
      const { patch, state } = await encodeSyncdPatch(wanted, keyId, before, this.#reader.findKey);
      const index = patch.mutations?.[0]?.record?.index?.blob;
      // The library doesn't remove a deleted entry from its state. Without this line, its next integrity code would be
      // wrong.
      if (wanted.operation === proto.SyncdMutation.SyncdOperation.REMOVE && index) {
        delete state.indexValueMap[Buffer.from(index).toString("base64")];
      }
      return { patch: proto.SyncdPatch.encode(patch).finish(), state };
    } catch (error) {
      throw isMissingKeyError(error) ? new SettingsNotReady() : error;
    }
  }

  /** @returns the network's refusal code, or null if the network accepted the patch. */
  async #send(name: WAPatchName, patch: Uint8Array, version: number): Promise<number | null> {
    const { sock, downloads, memory } = this.#tools;
    try {
      const answers = await askCollections(sock, downloads, [{ name, version, patch }], ANSWER_MS);
      return answers.get(name)?.error ?? null;
    } catch (error) {
      // There was no response, or the connection broke. The next read will show whether the change was made.
      if (!(error instanceof NetworkRefusal)) memory.due.add(name);
      throw error;
    }
  }

  /**
   * Stores the new state and reports the change, unless our own patch has been read back from the network in the
   * meantime and so has already been reported.
   */
  async #keep(name: WAPatchName, state: LTHashState, mutation: SettingMutation): Promise<void> {
    const counts = await this.#reader.store(name, state, (version) => version < state.version);
    const news = counts ? newsOfOurs(mutation, this.#tools.clock.now()) : null;
    if (news) this.#tools.tell(news);
  }
}
