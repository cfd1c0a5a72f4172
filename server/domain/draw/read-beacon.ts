import * as z from 'zod/mini';
import { quicknet } from '../../../contract/draw/beacon.ts';
import { signatureSchema } from '../../../contract/draw/record.ts';
import { drawTools } from './draw-tools.ts';

const timeoutMs = 5_000;
const roundSchema = z.object({ signature: signatureSchema });

/**
 * Reads the value of a round of drand's quicknet from a server of its HTTP API, and checks its signature, so that no such server has to be trusted.
 * Throws an Error where the server does not respond, or has no valid value of that round yet.
 */
export async function readBeacon(drandUrl: string, round: number): Promise<string> {
  const address = `${drandUrl.replace(/\/+$/, '')}/${quicknet.chain}/public/${round}`;
  const response = await fetch(address, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the beacon answered ${response.status}`);
  const { signature } = z.parse(roundSchema, await response.json());
  if (!drawTools.isBeacon(round, signature)) {
    throw new Error(`the beacon sent a value that is not that of round ${round}`);
  }
  return signature;
}
