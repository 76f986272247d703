import { OWN_NUMBER } from "../../core/contracts/groups/people.ts";
import { phoneOfPerson } from "../../core/domain/messages/chat-id.ts";
import { ApiError } from "../../core/errors.ts";
import type { CommandTools } from "./command-tools.ts";

/**
 * Refuses a list of people that includes the linked number itself, whether by phone number or private ID. Spec: groups.
 * @throws ApiError `validation_failed`
 */
export function refuseOwnNumber({ network }: Pick<CommandTools, "network">, people: readonly string[]): void {
  const isOwn = (person: string) => {
    return network.ownRole([{ id: person, phone: phoneOfPerson(person), role: "member" }]) !== null;
  };
  if (people.some(isOwn)) throw new ApiError("validation_failed", { errors: { participants: [OWN_NUMBER] } });
}
