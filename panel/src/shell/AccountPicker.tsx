import { useState } from "react";
import { chooseAccount } from "../api/me.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/Badge.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useWords } from "../words/use-words.ts";
import css from "./Frame.module.css";
import { trialDaysLeft } from "./trial-days-left.ts";
import { useAccount, useMe } from "./use-me.ts";

/** Shows the current account. Users with several accounts can switch between them here. */
export function AccountPicker() {
  const t = useWords("common");
  const { accounts } = useMe();
  const account = useAccount();
  const [isBusy, setBusy] = useState(false);
  if (!account) return null;
  const days = trialDaysLeft(account.trial_ends_at);

  async function choose(id: string) {
    setBusy(true);
    await chooseAccount(id).finally(() => setBusy(false));
    // Reload the page, so no data from the other account stays in memory.
    location.assign(paths.overview());
  }
  return (
    <div className={css.account}>
      {accounts.length > 1 ? (
        <select
          aria-label={t("account")}
          className={css.picker}
          value={account.id}
          disabled={isBusy}
          onChange={(event) => choose(event.target.value)}
        >
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <p className={css.accountName}>
          <span className="hidden-visually">{t("account")}: </span>
          <UserText isName>{account.name}</UserText>
        </p>
      )}
      <p className={css.accountRole}>
        {t(`role_${account.role}`)}
        {days === null ? null : <Badge tone={days <= 3 ? "warn" : "info"}>{t("trialLeft", { days })}</Badge>}
      </p>
    </div>
  );
}
