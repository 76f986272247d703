import { expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import type { CommandTools } from "../../../session-service/commands/command-tools.ts";
import { copyContactPicture } from "../../../session-service/commands/contact-picture.ts";
import { ANA, INSTANCE, messageWorld } from "../../support/message-world.ts";

it.each([
  ["is stored for a person who is known", true],
  ["leaves no record of someone who was erased while the network was asked", false],
])("a picture %s", async (_, isKnown) => {
  const world = await messageWorld();
  await world.write("Hello");
  const contactPictureUrl = async () => {
    if (!isKnown) await world.table.write({ delete: keys.person(INSTANCE, ANA) });
    return null; // no picture
  };
  const tools = { deps: world.deps, session: world.own, network: { contactPictureUrl } } as unknown as CommandTools; // what it uses

  const picture = await copyContactPicture(tools, ANA);

  expect(picture === null).toBe(!isKnown);
  expect(world.table.peek(keys.contact(INSTANCE, ANA)) === null).toBe(!isKnown);
});
