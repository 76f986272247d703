import { useSuspenseQuery } from "@tanstack/react-query";
import type { Instance } from "../../../core/contracts/instance.ts";
import type { Me, MyAccount } from "../../../core/contracts/panel/me.ts";
import { meQuery } from "../api/me.ts";
import { type Action, can } from "../can.ts";
import { useWords } from "../words/use-words.ts";

/** Returns the signed-in user. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery()).data;
}

/** Returns the current account, or null if there is none. */
export function useAccount(): MyAccount | null {
  const { accounts, account_id } = useMe();
  return accounts.find(({ id }) => id === account_id) ?? null;
}

/**
 * Returns a function that checks whether the user can perform an action, for a specific number if the action concerns a
 * number. The function returns why the action's button is disabled, in words, or null if it is enabled.
 */
export function useCan(): (action: Action, instance?: Pick<Instance, "status"> | null) => string | null {
  const account = useAccount();
  const t = useWords("common");
  return (action, instance) => {
    const refusal = can(action, account, instance);
    if (!refusal) return null;
    return t(refusal.key, refusal.status ? { status: t(`status_${refusal.status}`) } : undefined);
  };
}
