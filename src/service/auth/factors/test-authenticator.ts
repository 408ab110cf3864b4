import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest();
const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/ /g, ''), 'hex');

interface Answering {
  origin: string;
  /** By default the next one; 0 for a synchronised passkey. */
  counter?: number;
  isUserVerified?: boolean;
  /** By default that of the options. */
  challenge?: string;
}

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** A security key in software, as a page's script would call it: answers in the JSON form of WebAuthn (level 3, 5.1). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let count = 0;

  const dataOf = (rpId: string, { counter = ++count, isUserVerified = true }: Answering, more = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = 0x01 | (isUserVerified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, more]);
  };
  const clientData = (type: string, { challenge }: Options, answering: Answering): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: answering.challenge ?? challenge, origin: answering.origin }));
  const answer = (response: Record<string, string>): string =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    create(options: Options, answering: Answering): string {
      const key = Buffer.concat([
        bytes('a5 0102 0326 2001 215820'),
        Buffer.from(x, 'base64url'),
        bytes('225820'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), bytes('0010'), id, key]);
      const data = dataOf(options.rp?.id ?? '', answering, credential);
      // { fmt: 'none', attStmt: {}, authData: … } in CBOR.
      const attestation = Buffer.concat([
        bytes('a3 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 58'),
        Buffer.from([data.length]),
        data,
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', options, answering).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    get(options: Options, answering: Answering): string {
      const data = dataOf(options.rpId ?? '', answering);
      const client = clientData('webauthn.get', options, answering);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}
