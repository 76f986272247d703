/** The text of --help. */
export const HELP = `A WhatsApp network on this machine: phones with an HTTP API, faults, a clock.

  simulated-network [options] [-- a bot's command]

  simulated-network --phone 15550001001=Shop --phone 15550001002=Ana -- node bot.mjs

Options
  --port N            where bots connect (websocket); default 8091, 0 = any free port
  --api-port N        where the phones' HTTP API listens; default 8090, 0 = any free port
  --data FOLDER       keeps the network there until the next start, a folder for each network; left out: in memory
  --name NAME         a network of another name has other keys: bots of one do not trust the other
  --clock TIME        the network's time at the start, such as 2030-01-01T08:00:00Z; left out: now
  --phone NUMBER=NAME adds a phone; may be given again
  --fault KIND        begins a fault, such as lose_acks, or as JSON what POST /faults takes,
                      such as '{"kind": "delay", "milliseconds": 500, "for_seconds": 3600}'; may be given again
  -h, --help          this text
  -v, --version       the version

The bot is any program with @whiskeysockets/baileys; nothing of it is changed. It finds this network in place of the real
one, and can't reach the real one. Without a bot the network runs until Ctrl-C, and says how to start one beside it.
`;
