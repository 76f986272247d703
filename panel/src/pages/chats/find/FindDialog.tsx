import { useEffect, useEffectEvent, useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogBody } from "../../../ui/Dialog.tsx";
import { NativeSelect } from "../../../ui/NativeSelect.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Failure } from "../../../ui/States.tsx";
import { useWords } from "../../../words/use-words.ts";
import { FIND_KINDS, type FindKind } from "../rules/find-in-chat.ts";
import { useWhen } from "../use-when.ts";
import css from "./FindDialog.module.css";
import { Hits } from "./Hits.tsx";
import { type Finding, useFind } from "./use-find.ts";
import { useJump } from "./use-jump.ts";

/** Finds messages, pictures, files and links in one chat, and jumps to them in the thread. */
export function FindDialog({
  chat,
  address,
  name,
  first = "all",
  onClose,
}: {
  chat: Chat;
  address: string;
  name: string;
  /** The kind of content to search for as soon as the dialog opens. */
  first?: FindKind;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const [kind, setKind] = useState<FindKind>(first);
  const [search, setSearch] = useState("");
  const { finding, start, stop, goOn } = useFind(chat.instance_id, chat.id);
  const jump = useJump(chat.instance_id, address);
  const canStart = kind !== "all" || search.trim() !== "";
  const startFirst = useEffectEvent(() => first !== "all" && start(first, ""));
  useEffect(() => void startFirst(), []);
  function choose(chosen: FindKind): void {
    setKind(chosen);
    if (chosen !== "all") start(chosen, search);
  }
  async function open(message: Message): Promise<void> {
    stop();
    onClose();
    await jump(message.id);
  }
  return (
    <Dialog title={t("findIn", { name })} onClose={onClose}>
      <DialogBody>
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (canStart) start(kind, search);
          }}
        >
          <SearchField label={t("findWords")} value={search} onChange={setSearch} />
          <NativeSelect
            label={t("findKind")}
            value={kind}
            onChange={(id) => choose(FIND_KINDS.find((one) => one === id) ?? "all")}
            choices={FIND_KINDS.map((id) => ({ id, label: t(`find_${id}`) }))}
          />
          <Button type="submit" kind="primary" disabledReason={canStart ? null : t("findNothingGiven")}>
            {t("find")}
          </Button>
        </form>
        {finding ? <Progress finding={finding} onStop={stop} onGoOn={goOn} /> : null}
        {finding ? (
          <Hits kind={finding.kind} hits={finding.hits} name={name} onOpen={(message) => void open(message)} />
        ) : null}
      </DialogBody>
    </Dialog>
  );
}

function Progress({ finding, onStop, onGoOn }: { finding: Finding; onStop: () => void; onGoOn: () => void }) {
  const t = useWords("chats");
  const when = useWhen();
  const { state, hits, read, back, error } = finding;
  const day = back === null ? null : when.short(back);
  return (
    <>
      <div className={css.progress}>
        <p role="status">
          {t("findHits", { n: hits.length })} {day === null ? null : t("findRead", { n: read, day })}{" "}
          {state === "done" ? t("findDone") : null}
        </p>
        {state === "searching" ? (
          <Button isSmall onPress={onStop}>
            {t("findStop")}
          </Button>
        ) : null}
        {state === "paused" ? (
          <Button isSmall onPress={onGoOn}>
            {t("findGoOn")}
          </Button>
        ) : null}
      </div>
      {state === "failed" ? <Failure error={error} onRetry={onGoOn} /> : null}
    </>
  );
}
