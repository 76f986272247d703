import type { Words } from "../words.ts";

export const words: Words<"profile"> = {
  title: "Perfil",
  intro: "O que as pessoas veem deste número no aplicativo.",
  name: "Nome",
  about: "Recado",
  aboutHint: "Uma linha, por exemplo seu horário.",
  picture: "Foto",
  pictureHint: "Um JPEG ou PNG de pelo menos 192 × 192 pixels, no máximo 4 MB.",
  choosePicture: "Escolher uma foto",
  noPicture: "Sem foto",
  pictureOf: "Foto de {name}",
  pictureTooLarge: "Esta foto passa de 4 MB. Escolha uma menor.",
  saved: "O perfil foi salvo.",
  notConnected: "Conecte o número para ver e alterar o perfil.",
};
