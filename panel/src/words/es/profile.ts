import type { Words } from "../words.ts";

export const words: Words<"profile"> = {
  title: "Perfil",
  intro: "Lo que la gente ve de este número en su aplicación.",
  name: "Nombre",
  about: "Información",
  aboutHint: "Una línea, por ejemplo tu horario.",
  picture: "Foto",
  pictureHint: "Un JPEG o PNG de al menos 192 × 192 píxeles, 4 MB como máximo.",
  choosePicture: "Elegir una foto",
  noPicture: "Sin foto",
  pictureOf: "Foto de {name}",
  pictureTooLarge: "Esta foto supera los 4 MB. Elige una más pequeña.",
  saved: "El perfil está guardado.",
  notConnected: "Conecta el número para ver y cambiar su perfil.",
};
