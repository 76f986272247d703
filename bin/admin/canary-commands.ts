import { CANARY_SENDS_A_DAY_MAX } from "../../core/contracts/canary.ts";
import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import { keyHmac } from "../../core/operations/accounts/create-key.ts";
import {
  type CanarySettings,
  readCanarySettings,
  removeCanarySettings,
  writeCanarySettings,
} from "../../core/records/accounts/canary-settings.ts";
import { keyRecords } from "../../core/records/accounts/key.ts";
import { keys } from "../../core/store/keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, needed, type Options } from "./options.ts";

const SENDS_A_DAY = 4;

/** Operator commands for the canary, which calls the API every five minutes as a customer would. */
export const CANARY_COMMANDS = {
  "canary set": {
    about: `Stores the canary's key, sealed. With --instance and --to, the canary also sends --sends messages a day (default ${SENDS_A_DAY}, at most ${CANARY_SENDS_A_DAY_MAX}). If it sends nothing, a key of kind read is enough.`,
    usage: "--key KEY [--instance ID --to PHONE [--sends NUMBER]]",
    takes: ["key", "instance", "to", "sends"],
    run: set,
  },
  "canary show": {
    about: "Shows the canary's settings, with only the last four characters of its key and phone.",
    usage: "",
    takes: [],
    run: show,
  },
  "canary remove": {
    about: "Removes the canary's key and number. It continues with the checks that need no key.",
    usage: "",
    takes: [],
    async run(admin) {
      await removeCanarySettings(admin);
      return { removed: true };
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function set(admin: Admin, options: Options) {
  const key = needed("--key", options.key);
  const record = keyRecords.orNull(await admin.table.get(keys.apiKey(await keyHmac(admin.pepper, key))));
  if (!record || record.revoked_at !== null) {
    throw new AdminError(
      "This is not an API key of this deployment, or it was revoked. Create one: key create --kind read",
    );
  }
  const sending = sendingOf(options);
  if (sending && record.kind === "read") {
    throw new AdminError("A key of kind read can't send. Create a key that can: key create --kind send --instance ID");
  }
  await writeCanarySettings(admin, { key, sending });
  return shown({ key, sending });
}

async function show(admin: Admin) {
  const settings = await readCanarySettings(admin);
  if (!settings) throw new AdminError("The canary has no key. Set one: canary set --key KEY");
  return shown(settings);
}

function sendingOf({ instance, to, sends }: Options): CanarySettings["sending"] {
  if (instance === undefined && to === undefined && sends === undefined) return null;
  const instance_id = needed("--instance", instance);
  if (!idPattern(ID_PREFIXES.instance).test(instance_id)) {
    throw new AdminError(`"${instance_id}" is not an instance id. Use an id from GET /v1/instances.`);
  }
  const phone = needed("--to", to);
  if (!/^\d{6,15}$/.test(phone)) throw new AdminError("--to must be a phone: country code and digits only.");
  const a_day = Number(sends ?? SENDS_A_DAY);
  if (!Number.isInteger(a_day) || a_day < 1 || a_day > CANARY_SENDS_A_DAY_MAX) {
    throw new AdminError(`--sends must be a whole number from 1 to ${CANARY_SENDS_A_DAY_MAX}.`);
  }
  return { instance_id, to: phone, a_day };
}

const shown = ({ key, sending }: CanarySettings) => ({
  key: `…${key.slice(-4)}`,
  sending: sending && { ...sending, to: `…${sending.to.slice(-4)}` },
});
