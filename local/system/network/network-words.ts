import type { NetworkChoice } from "./network-choice.ts";

/** Returns the sentences printed at startup about the network in use and its risk. */
export function networkWords(choice: NetworkChoice): { line: string; warning: string | null } {
  if (choice.kind === "sandbox") return { line: "the simulated one", warning: null };
  const isReal = choice.kind === "whatsapp";
  const whose = isReal ? "the real WhatsApp network" : `the network at ${new URL(choice.url).host}`;
  const warning = `This gateway talks to ${whose}, not to the simulated one: what you link is a real number,
and what you send reaches real people.${isReal ? "" : " (Unless that server is a test's: it is treated as real.)"}

  - This is an unofficial client. The network can ban a number that uses one, for good.
  - Link a number that you can lose. Never your only one.
  - Number protection is on, with its full pauses and daily caps (docs/protection.md). It makes a ban less
    likely and can't rule it out.
`;
  return { line: isReal ? "WhatsApp, the real one" : `${new URL(choice.url).host} (NETWORK=custom)`, warning };
}
