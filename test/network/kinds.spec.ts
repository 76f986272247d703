import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

const DATA = Buffer.from("a picture").toString("base64");

describe("rarer things a person can write", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterAll(() => stage.tearDown());

  const receive = async (body: Record<string, unknown>) => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, ...body });
    return (await client.message(id)).message.message ?? {};
  };

  it("brings an order, and its items to who has the token", async () => {
    const items = [
      { product_id: "p1", name: "Tea", price: 4.5, quantity: 2 },
      { product_id: "p2", name: "Cup", price: 10 },
    ];
    const { orderMessage } = await receive({ order: { title: "Breakfast", message: "Soon?", currency: "EUR", items } });

    expect(orderMessage).toMatchObject({ orderTitle: "Breakfast", itemCount: 3, totalCurrencyCode: "EUR" });
    expect(Number(orderMessage?.totalAmount1000)).toBe(19_000);
    const { orderId, token } = orderMessage ?? {};
    const details = await client.socket.getOrderDetails(orderId ?? "", token ?? "");
    expect(details.price).toEqual({ total: 19_000, currency: "EUR" });
    expect(details.products).toMatchObject([
      { id: "p1", name: "Tea", price: 4500, quantity: 2 },
      { id: "p2", name: "Cup", price: 10_000, quantity: 1 },
    ]);
    await expect(client.socket.getOrderDetails(orderId ?? "", "guess")).rejects.toThrow("item-not-found");
  });

  it("brings a product with its picture", async () => {
    const image = { data: DATA, mimetype: "image/png" };
    const { productMessage } = await receive({ product: { title: "Tea", price: 4.5, currency: "EUR", image } });

    expect(productMessage?.product).toMatchObject({ title: "Tea", currencyCode: "EUR" });
    expect(Number(productMessage?.product?.priceAmount1000)).toBe(4500);
    expect(productMessage?.product?.productImage?.directPath).toMatch(/^\/v\//);
  });

  it("brings several cards, and a place that moves", async () => {
    const { contactsArrayMessage } = await receive({
      contacts: [{ name: "Carl", phone: "15550001009" }, { name: "X" }],
    });
    expect(contactsArrayMessage?.contacts?.map(({ displayName }) => displayName)).toEqual(["Carl", "X"]);

    const { liveLocationMessage } = await receive({ live_location: { latitude: 1, longitude: 2 } });
    expect(liveLocationMessage).toMatchObject({ degreesLatitude: 1, degreesLongitude: 2 });
  });

  it("brings an album: its announcement, then the pictures that belong to it", async () => {
    const album = [
      { data: DATA, mimetype: "image/png" },
      { data: DATA, mimetype: "video/mp4" },
    ];
    const { ids } = await stage.sandbox.request<{ ids: string[] }>("POST", `/phones/${ANA}/messages`, {
      to: OLGA,
      album,
      text: "Us",
    });
    const [own, picture, film] = await Promise.all(ids.map(async (id) => (await client.message(id)).message.message));

    expect(own?.albumMessage).toMatchObject({ expectedImageCount: 1, expectedVideoCount: 1 });
    expect(picture?.imageMessage?.caption).toBe("Us");
    expect(picture?.messageContextInfo?.messageAssociation?.parentMessageKey?.id).toBe(ids[0]);
    expect(film?.videoMessage).toBeTruthy();
  });

  it("brings anything the protocol knows, as it is", async () => {
    const { pollCreationMessageV5 } = await receive({
      raw: { pollCreationMessageV5: { name: "Raw?", options: [{ optionName: "yes" }] } },
    });
    expect(pollCreationMessageV5?.name).toBe("Raw?");
    const { ephemeralMessage } = await receive({ raw: { ephemeralMessage: { message: { conversation: "Hi" } } } });
    expect(ephemeralMessage?.message?.conversation).toBe("Hi");
    await expect(stage.sandbox.write(ANA, { to: OLGA, raw: { imageMessage: 5 } })).rejects.toMatchObject({
      code: "bad_request",
    });
  });

  it("shows orders and products on the phone they were sent to", async () => {
    const { id } = await stage.sandbox.write(ANA, {
      to: OLGA,
      order: { currency: "EUR", items: [{ name: "Tea", price: 4.5 }] },
    });
    const shown = await stage.sandbox.messages(OLGA, at(ANA));
    expect(shown.find((message) => message.id === id)).toMatchObject({ type: "order", order: { total: 4.5 } });
  });
});
