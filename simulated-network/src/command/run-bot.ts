import { spawn } from "node:child_process";

/**
 * Runs the bot's command in this process's terminal until the bot exits. The terminal sends Ctrl-C to the bot directly.
 * @returns the bot's exit code, or 128 and above if a signal terminated it. @throws Error with a plain sentence if the
 * bot can't be started.
 */
export function runBot([command = "", ...args]: readonly string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const bot = spawn(command, args, { env: { ...process.env, ...env }, stdio: "inherit" });
    const passOn = () => void bot.kill("SIGTERM");
    process.once("SIGTERM", passOn);
    bot.once("error", (error: NodeJS.ErrnoException) => {
      process.off("SIGTERM", passOn);
      const why = error.code === "ENOENT" ? "there is no such program" : error.message;
      reject(new Error(`The bot's command "${command}" could not be started: ${why}.`));
    });
    bot.once("exit", (code, signal) => {
      process.off("SIGTERM", passOn);
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}
