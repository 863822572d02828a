export type Language = 'en' | 'es';

type DyndnsText = {
  /** All that the endpoint says for a wrong user, a wrong key, and a key under the wrong name. */
  incorrectData: string;
  hostNotFound: string;
  invalidAddress: string;
  updated: string;
  upToDate: string;
  tooManyOperations: string;
  tooManyErrors: string;
};

/** Only "Incorrect data" and its Spanish form are known from the provider; the other wordings are the sandbox's own. */
export const dyndnsText: Record<Language, DyndnsText> = {
  en: {
    incorrectData: 'Incorrect data',
    hostNotFound: 'Host not found',
    invalidAddress: 'Invalid IP address',
    updated: 'Host updated',
    upToDate: 'Host already up to date',
    tooManyOperations: 'Account blocked',
    tooManyErrors: 'Too many errors, user banned',
  },
  es: {
    incorrectData: 'Datos incorrectos',
    hostNotFound: 'Host no encontrado',
    invalidAddress: 'Dirección IP no válida',
    updated: 'Host actualizado',
    upToDate: 'El host ya está actualizado',
    tooManyOperations: 'Cuenta bloqueada',
    tooManyErrors: 'Demasiados errores, usuario bloqueado',
  },
};
