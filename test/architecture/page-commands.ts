import { commands } from "../../bin/admin/commands.ts";
import { scriptsIn } from "./npm-scripts.ts";

/** An operator command used on a page. `name` is undefined if there is no such command. */
export interface AdminCall {
  name: string | undefined;
  options: string[];
  call: string;
}

/**
 * Returns all code on a page: blocks line by line, and inline spans, including those that continue on the next line.
 */
export function codeIn(page: string): string[] {
  const blocks = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
  const spans = [...page.replace(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...blocks, ...spans].map((one) => one.replace(/\s+/g, " ").trim());
}

/** Returns the npm scripts that a page calls. */
export const calledIn = (page: string): string[] => codeIn(page).flatMap(scriptsIn);

/** The ways in which pages call the operator's commands. The second is a function of docs/one-machine.md's shell. */
const CALL = /(?:\bnpm run (?:-s )?admin -- |^admin |\bbin\/admin\.ts )(?!"\$@")([^#|)]*)/;

/** Returns the operator commands that a page calls, each with its options. `key list` alone counts, too. */
export function adminCallsIn(page: string): AdminCall[] {
  return codeIn(page).flatMap((code) => {
    const words = CALL.exec(code)?.[1];
    if (words === undefined || words.startsWith("--") || words.startsWith("…")) return [];
    const name = Object.keys(commands).find((one) => `${words} `.startsWith(`${one} `));
    return [
      { name, options: [...words.matchAll(/ --([\w-]+)/g)].map(([, option = ""]) => option), call: words.trim() },
    ];
  });
}

/** Returns a sentence for each call of a command that doesn't exist or doesn't take one of the options. */
export function faultsOfCalls(calls: readonly AdminCall[]): string[] {
  return calls.flatMap(({ name, options, call }) => {
    if (name === undefined) return [`${call}: there is no such command`];
    const takes: readonly string[] = commands[name]?.takes ?? [];
    return options.filter((option) => !takes.includes(option)).map((option) => `${call}: takes no --${option}`);
  });
}
