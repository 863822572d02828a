import { describe, expect, it } from 'vitest';
import { adviceOn, meaningOf } from '../../src/dyndns/refusal.ts';

const unknown = { kind: 'error', userKnown: null, keyKnown: null, hostKnown: null } as const;
const host = 'home.example.com';

describe('what a sentence means', () => {
  it.each([
    ['Incorrect data', 'credentials'],
    ['Datos incorrectos', 'credentials'],
    ['Invalid user', 'credentials'],
    ['The user alice does not exist', 'credentials'],
    ['Usuario no válido', 'credentials'],
    ['Wrong password', 'credentials'],
    ['Contraseña incorrecta', 'credentials'],
    ['La clave no es correcta', 'credentials'],
    ['Login failed', 'credentials'],
    ['API disabled', 'credentials'],
    ['API deshabilitada', 'credentials'],
    ['Unauthorized', 'credentials'],
    ['Acceso denegado', 'credentials'],
    ['Account blocked', 'blocked'],
    ['Usuario bloqueado temporalmente', 'blocked'],
    ['Your IP has been banned', 'blocked'],
    ['Cuenta suspendida', 'blocked'],
    ['Account disabled', 'blocked'],
    ['Too many requests: user blocked', 'blocked'],
    ['Too many failed attempts', 'blocked'],
    ['Demasiados errores', 'blocked'],
    ['Too many requests', 'throttled'],
    ['Demasiadas peticiones', 'throttled'],
    ['Please try again later', 'throttled'],
    ['Inténtelo más tarde', 'throttled'],
    ['Host not found', 'unknown-host'],
    ['home.example.com not found', 'unknown-host'],
    ['Host home.example.com does not exist', 'unknown-host'],
    ['No existe el registro', 'unknown-host'],
    ['Registro no encontrado', 'unknown-host'],
    ['No se ha encontrado el host', 'unknown-host'],
    ['El host no existe en la zona del usuario', 'unknown-host'],
    ['Zone not found for this user', 'unknown-host'],
    ['Unknown host', 'unknown-host'],
    ['IP address not valid', 'host'],
    ['El valor no se admite', 'host'],
    ['', 'host'],
  ])('%s: %s', (message, means) => expect(meaningOf({ ...unknown, messages: [message] }, host)).toBe(means));

  it('is not misled by the words in a host name', () => {
    for (const name of ['blocked.example.com', 'wrong-key.example.com', 'banned.invalid'])
      expect(meaningOf({ ...unknown, messages: [`Host ${name} not found`] }, name)).toBe('unknown-host');
  });

  it.each([
    ['a missing user is a wrong user name, whatever else is said', { userKnown: false }, 'Nope', 'credentials'],
    ['a missing resData is a wrong user or key', { keyKnown: false }, 'Nope', 'credentials'],
    [
      'a missing host after right credentials is an unknown host',
      { userKnown: true, keyKnown: true, hostKnown: false },
      'Nope',
      'unknown-host',
    ],
    ['a host that is there is refused', { userKnown: true, keyKnown: true, hostKnown: true }, 'Nope', 'host'],
    ['a block is believed against the structure', { userKnown: false }, 'Account blocked', 'blocked'],
    ['a plea to wait is believed against the structure', { userKnown: false }, 'Too many requests', 'throttled'],
    [
      'the sentence known from the field is believed against the structure',
      { keyKnown: true, hostKnown: false },
      'Incorrect data',
      'credentials',
    ],
  ] as const)('%s', (_sentence, known, message, means) =>
    expect(meaningOf({ ...unknown, ...known, messages: [message] }, host)).toBe(means),
  );

  it('ends soon for long messages', () => {
    for (const part of ['user ', 'host no ', 'too many ', 'no ha sido '])
      meaningOf({ ...unknown, messages: [part.repeat((64 * 1024) / part.length)] }, host);
  });
});

describe('the advice on refused credentials', () => {
  it('has the three causes and says which key it is', () => {
    const advice = adviceOn('credentials', { keyParameter: 'password' });
    for (const piece of [
      'user name',
      'the key is',
      'wrong name',
      'key_parameter: password',
      'apikey',
      "not the account's password",
      'DonDNS Key',
    ])
      expect(advice).toContain(piece);
  });
});
