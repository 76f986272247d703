import * as z from "zod";
import { pastPerson } from "../../world/linking/past/past-person.ts";
import { sendRecentPast } from "../../world/linking/send-recent-past.ts";
import { personOf } from "../requests/fields.ts";
import { ok, route } from "../requests/route.ts";

const MOST_MESSAGES = 200_000;

/**
 * The messages are from the last `days` days. `chunk_messages` is the maximum number of messages per chunk.
 * `by_reference` means that chunks are stored encrypted on the media host, as on the real network. A client that isn't
 * configured for that host would try WhatsApp's.
 */
const NewPast = z
  .object({
    chats: z.int().min(1).max(5000).default(20),
    messages_per_chat: z.int().min(1).max(5000).default(10),
    days: z.int().min(1).max(365).default(30),
    chunk_messages: z.int().min(1).max(50_000).default(100),
    by_reference: z.boolean().default(false),
  })
  .refine(
    ({ chats, messages_per_chat }) => chats * messages_per_chat <= MOST_MESSAGES,
    `A past has ${MOST_MESSAGES} messages at most.`,
  );

/**
 * Routes for a phone's history. It isn't stored but generated when needed, and is always the same for a given phone.
 */
export const pastRoutes = [
  /**
   * Devices that are linked later receive the history. Devices that are already linked receive its chunks immediately,
   * as after a long absence.
   */
  route("POST /phones/{phone}/history", NewPast, ({ deps, param, body }) =>
    deps.world.transactions.run(async (transaction) => {
      const owner = personOf(transaction, param("phone"));
      const { chats, messages_per_chat, days, chunk_messages, by_reference } = body;
      transaction.store.pasts.set(owner.phone, {
        chats,
        messagesPerChat: messages_per_chat,
        days,
        chunkMessages: chunk_messages,
        byReference: by_reference,
        madeAt: transaction.now.getTime(),
      });
      for (const device of transaction.store.devices.of(owner.phone)) {
        await sendRecentPast(deps.world, transaction, owner, device);
      }
      const phones = Array.from({ length: chats }, (_, chat) => pastPerson(owner, chat).phone);
      return ok({ ...body, messages: chats * messages_per_chat, phones }, 201);
    }),
  ),
];
