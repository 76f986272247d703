import { downloadMediaMessage } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, OLGA, type Stage, setStage } from "./support/stage.ts";

const BYTES = Buffer.from("%PDF-1.4 a menu");
const media = { data: BYTES.toString("base64"), mimetype: "application/pdf", filename: "menu.pdf" };
const picture = { data: Buffer.from("a picture").toString("base64"), mimetype: "image/jpeg" };

describe("kinds that businesses and newer phones write, each by its name", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const arrive = async (body: Record<string, unknown>) => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, ...body });
    return (await client.message(id)).message;
  };
  const receive = async (body: Record<string, unknown>) => (await arrive(body)).message ?? {};

  it("buttons, below a document that is really there", async () => {
    const { buttonsMessage } = await receive({
      buttons: { text: "Hungry?", footer: "Flores", media, buttons: [{ id: "yes", text: "Yes" }] },
    });
    expect(buttonsMessage).toMatchObject({ contentText: "Hungry?", footerText: "Flores" });
    expect(buttonsMessage?.buttons).toMatchObject([{ buttonId: "yes", buttonText: { displayText: "Yes" } }]);
    const document = { key: { id: "X" }, message: { documentMessage: buttonsMessage?.documentMessage ?? {} } };
    expect(await downloadMediaMessage(document, "buffer", {})).toEqual(BYTES);
  });

  it("a list, and a template with a picture, a text and three kinds of buttons", async () => {
    const rows = [{ id: "r1", title: "Tea", description: "green" }];
    const { listMessage } = await receive({
      list: { title: "Menu", text: "Choose", button: "Open", sections: [{ title: "Hot", rows }] },
    });
    expect(listMessage).toMatchObject({ description: "Choose", buttonText: "Open" });
    expect(listMessage?.sections?.[0]?.rows).toMatchObject([{ rowId: "r1", title: "Tea", description: "green" }]);

    const buttons = [
      { type: "reply", id: "ok", text: "OK" },
      { type: "url", text: "Shop", url: "https://shop.example" },
      { type: "call", text: "Call", phone: "+15550001002" },
    ];
    const { templateMessage } = await receive({ template: { text: "Your order is ready", media: picture, buttons } });
    const hydrated = templateMessage?.hydratedFourRowTemplate;
    expect(hydrated?.hydratedContentText).toBe("Your order is ready");
    expect(hydrated?.imageMessage?.directPath).toMatch(/^\/v\//);
    expect(hydrated?.hydratedButtons?.map((button) => Object.keys(button).sort())).toEqual([
      ["index", "quickReplyButton"],
      ["index", "urlButton"],
      ["callButton", "index"],
    ]);
  });

  it("native flows, and cards side by side", async () => {
    const { interactiveMessage } = await receive({
      interactive: { title: "Hi", text: "Pay?", buttons: [{ type: "copy", text: "Copy", code: "ABC" }] },
    });
    const [button] = interactiveMessage?.nativeFlowMessage?.buttons ?? [];
    expect(button?.name).toBe("cta_copy");
    expect(JSON.parse(button?.buttonParamsJson ?? "")).toEqual({ display_text: "Copy", copy_code: "ABC" });

    const cards = [
      { text: "One", media: picture, buttons: [{ type: "named", name: "review_and_pay", params: { type: "x" } }] },
      { text: "Two" },
    ];
    const { interactiveMessage: wide } = await receive({ carousel: { text: "Look", cards } });
    expect(wide?.carouselMessage?.cards?.map(({ body }) => body?.text)).toEqual(["One", "Two"]);
    expect(wide?.carouselMessage?.cards?.[0]?.header?.imageMessage?.directPath).toMatch(/^\/v\//);
  });

  it("choices: of a button in each form, also without its text, of a row, of a form", async () => {
    const reply = (as: string) => receive({ button_reply: { id: "yes", text: "Yes", as } });
    expect((await reply("buttons")).buttonsResponseMessage).toMatchObject({ selectedButtonId: "yes" });
    expect((await reply("template")).templateButtonReplyMessage).toMatchObject({ selectedId: "yes" });
    const { interactiveResponseMessage: pressed } = await reply("interactive");
    expect(pressed?.nativeFlowResponseMessage).toMatchObject({ name: "quick_reply", paramsJson: '{"id":"yes"}' });
    const { buttonsResponseMessage: bare } = await receive({ button_reply: { id: "yes" } });
    expect(bare?.selectedDisplayText).toBeFalsy();

    const { listResponseMessage } = await receive({ list_reply: { id: "r1", title: "Tea" } });
    expect(listResponseMessage?.singleSelectReply?.selectedRowId).toBe("r1");
    const { interactiveResponseMessage: filled } = await receive({
      flow_reply: { text: "Sent", response: { size: "L" } },
    });
    expect(filled?.nativeFlowResponseMessage).toMatchObject({ name: "flow", paramsJson: '{"size":"L"}' });
  });

  it("events, planned calls and invitations", async () => {
    const starts_at = "2026-12-01T18:00:00Z";
    const location = { latitude: 1, longitude: 2, title: "Hall" };
    const { eventMessage, messageContextInfo } = await receive({ event: { name: "Party", starts_at, location } });
    expect(eventMessage).toMatchObject({ name: "Party", location: { name: "Hall" } });
    expect(Number(eventMessage?.startTime)).toBe(Date.parse(starts_at) / 1000);
    expect(messageContextInfo?.messageSecret).toHaveLength(32);

    const { scheduledCallCreationMessage } = await receive({ call_invite: { title: "Weekly", starts_at } });
    expect(scheduledCallCreationMessage?.title).toBe("Weekly");

    const invite = { chat_id: "1203@g.us", name: "Tea", code: "CODE" };
    expect((await receive({ invite: { kind: "group", ...invite } })).groupInviteMessage).toMatchObject({
      ...{ groupJid: "1203@g.us", groupName: "Tea", inviteCode: "CODE" },
    });
    const channel = await receive({ invite: { kind: "channel", chat_id: "1@newsletter", name: "News" } });
    expect(channel.newsletterFollowerInviteMessageV2?.newsletterName).toBe("News");
    const admin = await receive({ invite: { kind: "channel_admin", chat_id: "1@newsletter", name: "News" } });
    expect(admin.newsletterAdminInviteMessage?.newsletterName).toBe("News");
  });

  it("messages about money", async () => {
    const pay = (payment: Record<string, unknown>) => receive({ payment });
    const { requestPaymentMessage } = await pay({ kind: "request", amount: 12.5, currency: "BRL", note: "Tea" });
    expect(requestPaymentMessage).toMatchObject({
      currencyCodeIso4217: "BRL",
      noteMessage: { extendedTextMessage: {} },
    });
    expect(Number(requestPaymentMessage?.amount1000)).toBe(12_500);
    expect((await pay({ kind: "sent", note: "Here" })).sendPaymentMessage).toBeTruthy();
    expect((await pay({ kind: "invite" })).paymentInviteMessage).toBeTruthy();
    expect((await pay({ kind: "invoice", note: "May" })).invoiceMessage?.note).toBe("May");
    expect((await pay({ kind: "declined", request_id: "ABC" })).declinePaymentRequestMessage?.key?.id).toBe("ABC");
    expect((await pay({ kind: "cancelled", request_id: "ABC" })).cancelPaymentRequestMessage?.key?.id).toBe("ABC");
    const { interactiveMessage } = await pay({
      kind: "key",
      key_type: "EMAIL",
      key: "ana@flores.example",
      name: "Ana",
    });
    const [button] = interactiveMessage?.nativeFlowMessage?.buttons ?? [];
    expect(JSON.parse(button?.buttonParamsJson ?? "").payment_settings[0].pix_static_code).toEqual({
      ...{ merchant_name: "Ana", key: "ana@flores.example", key_type: "EMAIL" },
    });
  });

  it("what is passed on: a pack of stickers, a poll's results, an assistant's answer", async () => {
    expect((await receive({ sticker_pack: { name: "Cats" } })).stickerPackMessage?.name).toBe("Cats");
    const votes = [{ option: "Tea", votes: 3 }];
    const { pollResultSnapshotMessage } = await receive({ poll_results: { name: "Drink?", votes } });
    expect(pollResultSnapshotMessage?.pollVotes?.map(({ optionName }) => optionName)).toEqual(["Tea"]);
    const { botForwardedMessage } = await receive({ ai_answer: { texts: ["One.", "Two."] } });
    const parts = botForwardedMessage?.message?.richResponseMessage?.submessages;
    expect(parts?.map(({ messageText }) => messageText)).toEqual(["One.", "Two."]);
  });

  it("and what goes with any of them: where its writer came from, how often it was passed on, when it disappears", async () => {
    const referral = { source_id: "ad1", source_url: "https://fb.example/ad1", headline: "Tea", ctwa_clid: "click" };
    const { extendedTextMessage } = await receive({
      ...{ text: "Hello", referral, frequently_forwarded: true, disappears_in: 86_400, mentions_everyone: true },
    });
    expect(extendedTextMessage?.contextInfo).toMatchObject({
      ...{ isForwarded: true, forwardingScore: 5, expiration: 86_400, nonJidMentions: 1 },
      externalAdReply: { sourceType: "ad", sourceId: "ad1", title: "Tea", ctwaClid: "click" },
    });
    const { eventMessage } = await receive({
      ...{ event: { name: "Party", starts_at: "2026-12-01T18:00:00Z" }, forwarded: true },
    });
    expect(eventMessage?.contextInfo?.isForwarded).toBe(true);
  });
});
