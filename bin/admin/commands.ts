import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import { BUS_COMMANDS } from "./bus-commands.ts";
import { CANARY_COMMANDS } from "./canary-commands.ts";
import { DEAD_LETTER_COMMANDS } from "./dead-letter-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { MAIL_COMMANDS } from "./mail-commands.ts";
import { MEMBER_COMMANDS } from "./member-commands.ts";
import { MOVE_COMMANDS } from "./move-commands.ts";
import type { AdminCommand } from "./options.ts";
import { OTP_COMMANDS } from "./otp-commands.ts";
import { QUARANTINE_COMMANDS } from "./quarantine-commands.ts";
import { RESTORE_COMMANDS } from "./restore-commands.ts";
import { SHARD_COMMANDS } from "./shard-commands.ts";
import { TABLE_COMMANDS } from "./table-commands.ts";

/** All operator commands, by name. */
export const commands: Record<string, AdminCommand | undefined> = {
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...MEMBER_COMMANDS,
  ...MAIL_COMMANDS,
  ...DEAD_LETTER_COMMANDS,
  ...BUS_COMMANDS,
  ...QUARANTINE_COMMANDS,
  ...CANARY_COMMANDS,
  ...OTP_COMMANDS,
  ...SHARD_COMMANDS,
  ...TABLE_COMMANDS,
  ...RESTORE_COMMANDS,
  ...MOVE_COMMANDS,
};

const WHERE = `Works on the local gateway of this DATA_DIR, running or stopped. On AWS, set TABLE_NAME and KMS_KEY_ID and use your AWS
credentials (dead-letters also needs --stage STAGE, member add also needs PANEL_URL). Prints JSON. An error is printed as one
sentence on standard error, with exit code 1. Without --account, commands use the local gateway's own account or the only
existing account; key list and key revoke use every account.`;

/** Returns the help text for a single command, or for all commands if `name` is null. */
export function help(name: string | null): string {
  const command = name === null ? undefined : commands[name];
  if (command) return `Usage: npm run admin -- ${line(name ?? "", command)}\n\n${command.about}\n\n${WHERE}`;
  const all = Object.entries(commands).flatMap(([words, one]) => (one ? [`  ${line(words, one)}`] : []));
  return `Usage: npm run admin -- <command>\n\n${all.join("\n")}\n\n${WHERE}\n\nMore about a command: npm run admin -- <command> --help`;
}

const line = (name: string, { usage }: AdminCommand) => `${name} ${usage}`.trim();
