import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { instancesQuery } from "../api/instances.ts";
import { keepNewsSettings, type NewsSettings, newsSettingsOf } from "../shell/news/news-settings.ts";
import { askPermission, canNotify, playSound } from "../shell/news/show-notice.ts";
import { useMe } from "../shell/use-me.ts";
import { Checkbox, Switch } from "../ui/Choices.tsx";
import { Card } from "../ui/Page.tsx";
import { Notice } from "../ui/States.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useWords } from "../words/use-words.ts";
import css from "./Forms.module.css";

/** A form for choosing how this device notifies the user of new messages. Each change is saved immediately. */
export function ChangeNews() {
  const t = useWords("me");
  const { user } = useMe();
  const numbers = useQuery(instancesQuery()).data ?? [];
  const [settings, setSettings] = useState(() => newsSettingsOf(user.id));
  const [isRefused, setRefused] = useState(false);
  function change(part: Partial<NewsSettings>): void {
    const changed = { ...settings, ...part };
    keepNewsSettings(user.id, changed);
    setSettings(changed);
  }
  async function changeNotify(notify: boolean): Promise<void> {
    const isAllowed = !notify || (await askPermission());
    setRefused(!isAllowed);
    change({ notify: notify && isAllowed });
  }
  const isTold = settings.notify || settings.sound;
  return (
    <Card>
      <div className={css.form}>
        <Switch
          isSelected={settings.notify}
          isDisabled={!canNotify()}
          hint={canNotify() ? t("newsNotifyHint") : t("newsNotifyNever")}
          onChange={(on) => void changeNotify(on)}
        >
          {t("newsNotify")}
        </Switch>
        {isRefused ? <Notice kind="warn">{t("newsRefused")}</Notice> : null}
        <Switch
          isSelected={settings.sound}
          hint={t("newsSoundHint")}
          onChange={(sound) => {
            change({ sound });
            if (sound) playSound();
          }}
        >
          {t("newsSound")}
        </Switch>
        {isTold ? (
          <>
            <div className={css.columns}>
              <TextField
                label={t("newsQuietFrom")}
                hint={t("newsQuietHint")}
                type="time"
                value={settings.quietFrom}
                onChange={(quietFrom) => change({ quietFrom })}
              />
              <TextField
                label={t("newsQuietTo")}
                type="time"
                value={settings.quietTo}
                onChange={(quietTo) => change({ quietTo })}
              />
            </div>
            {numbers.map(({ id, name, phone }) => (
              <Checkbox
                key={id}
                isSelected={!settings.silent.includes(id)}
                onChange={(on) =>
                  change({ silent: on ? settings.silent.filter((one) => one !== id) : [...settings.silent, id] })
                }
              >
                {t("newsOf", { number: name ?? phone ?? id })}
              </Checkbox>
            ))}
          </>
        ) : null}
      </div>
    </Card>
  );
}
