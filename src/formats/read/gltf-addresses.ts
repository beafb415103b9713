import { cut } from '../../math/text.ts';
import { fromBase64 } from '../packed-bytes.ts';

const DATA = /^data:/i;
const PERCENT = 0x25;

/** Whether an address holds the data itself. */
export const isDataAddress = (address: string): boolean => DATA.test(address);

/** Names an address in a message or a note: never the data that one may hold. */
export const titleOf = (address: unknown): string =>
  typeof address !== 'string' || isDataAddress(address) ? 'inside the file' : cut(address);

/**
 * Returns the bytes that a data address holds: in base64, else as text in which % and two digits stand for any byte.
 * Source: Masinter 1998, The "data" URL scheme, RFC 2397.
 * @throws MeshFileError whose message is the end of a sentence
 */
export function fromDataAddress(address: string): Uint8Array {
  const comma = address.indexOf(',');
  const data = address.slice(comma < 0 ? address.length : comma + 1);
  if (!/;\s*base64\s*$/i.test(address.slice(0, Math.max(comma, 0)))) return unescaped(data);
  return fromBase64(data.includes('%') ? new TextDecoder().decode(unescaped(data)) : data);
}

function unescaped(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const [high, low] = bytes[i] === PERCENT ? [digit(bytes[i + 1]), digit(bytes[i + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      bytes[length++] = 16 * high + low;
      i += 2;
    } else bytes[length++] = bytes[i];
  }
  return bytes.slice(0, length);
}

/** The value of a hexadecimal digit; -1 for another character. */
function digit(character: number | undefined): number {
  if (character === undefined) return -1;
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const small = character | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x61 + 10 : -1;
}

/** Replaces escapes in a path by what they stand for. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
