import type { Words } from "../words.ts";

export const words: Words<"passkey"> = {
  title: "É preciso a chave de acesso do dono",
  off: "Para vincular este número, a rede pede a chave de acesso do dono. O envio dessa chave está desligado aqui; quem opera o serviço pode ligá-lo. Você também pode vincular outro número.",
  scanFirst:
    "Para vincular este número, a rede pede a chave de acesso do dono. Escaneie de novo o código abaixo; depois você poderá assinar.",
  why: "A rede encontrou o telefone, mas também pede a chave de acesso do dono. Ela só aceita uma usada na própria página: assine lá e cole o resultado aqui.",
  step1: "Em um computador, abra a página web do mensageiro em outra aba e, nela, o console do navegador (F12).",
  step2: "Cole este comando e confirme com a chave de acesso. O resultado fica na área de transferência.",
  step3: "Cole o resultado aqui.",
  command: "Comando",
  signature: "Assinatura",
  give: "Enviar a assinatura",
  until: "Funciona até {time}. Depois é preciso escanear um novo código.",
  sentTitle: "Assinatura aceita",
  sent: "O número está sendo vinculado. Leva alguns segundos.",
  sentCode: "O número está sendo vinculado. Se o telefone mostrar um código, ele deve ser {code}.",
};
