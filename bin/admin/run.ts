import { parseArgs } from "node:util";
import { AdminError } from "./admin-error.ts";
import { commands, help } from "./commands.ts";
import type { Admin } from "./connect.ts";
import { OPTIONS, type Options } from "./options.ts";

/**
 * Runs one command line. @param connect called once the command line has been parsed successfully.
 * @returns the text to print. @throws AdminError with one sentence on what to do.
 */
export async function runAdmin(args: string[], connect: (isOfARestore: boolean) => Promise<Admin>): Promise<string> {
  const { values, positionals } = parsed(args);
  const { help: wantsHelp, ...options } = values;
  const { name, words } = commandIn(positionals);
  if (wantsHelp || name === "" || name === "help") return help(commands[name] ? name : null);
  const command = commands[name];
  if (!command) throw new AdminError(`There is no command "${name}".\n\n${help(null)}`);
  const foreign = Object.keys(options).find((option) => !command.takes.some((one) => one === option));
  if (foreign) throw new AdminError(`"${name}" has no option --${foreign}.\n\n${help(name)}`);
  const admin = await connect(command.isOfARestore ?? false);
  try {
    return JSON.stringify(await command.run(admin, { ...options, ...words }), null, 2);
  } finally {
    await admin.close();
  }
}

/**
 * Finds the command at the start of the command line and assigns names to the words after it. If no command takes that
 * number of words, all of them are treated as the command's name.
 */
function commandIn(positionals: string[]): { name: string; words: Options } {
  for (let count = positionals.length; count > 0; count--) {
    const name = positionals.slice(0, count).join(" ");
    const given = positionals.slice(count);
    const names = commands[name]?.words ?? [];
    if (commands[name] && given.length <= names.length) {
      return { name, words: Object.fromEntries(given.map((word, n) => [names[n], word])) };
    }
  }
  return { name: positionals.join(" "), words: {} };
}

function parsed(args: string[]): { values: Options & { help?: boolean }; positionals: string[] } {
  try {
    const options = { ...OPTIONS, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new AdminError(`${sentence.replace(/\.$/, "")}.\n\n${help(null)}`);
  }
}
