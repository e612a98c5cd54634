// An authenticator in software: makes a passkey and answers with it, as a browser would send it on.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Asked = { challenge: string };
/** What an honest one would not do. */
type Lies = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const isPresent = 0x01;
const isVerifiedFlag = 0x04;
const hasKey = 0x40;

export function playAuthenticator(origin = 'http://localhost:3000', rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, { challenge }: Asked, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));
  function authenticatorData(flags: number, lies: Lies, more: Buffer = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? ++uses);
    const flag = flags | isPresent | (lies.isVerified === false ? 0 : isVerifiedFlag);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flag]), counter, more]);
  }
  const sent = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, data]) => [name, data.toString('base64url')])),
  });

  return {
    make(asked: Asked, lies: Lies = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
      // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y } is an ES256 key.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = authenticatorData(
        hasKey,
        lies,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      );
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return sent({ clientDataJSON: clientData('webauthn.create', asked, lies), attestationObject });
    },

    answer(asked: Asked, lies: Lies = {}) {
      const clientDataJSON = clientData('webauthn.get', asked, lies);
      const data = authenticatorData(0, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return sent({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
