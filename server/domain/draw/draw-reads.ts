import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AnswerOf } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { momentOf, quicknet } from '../../../contract/draw/beacon.ts';
import type { Draw } from '../../../contract/draw/calls.ts';
import { factsOf } from '../../../contract/draw/facts.ts';
import { toHex } from '../../../contract/draw/hashing.ts';
import { type ListTree, pathOf } from '../../../contract/draw/list.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { drawsAtOf, type SaleFacts, saleColumns } from '../catalogue/sale.ts';
import type { DrawKind, DrawState } from '../lifecycle/draw.ts';
import { treeInSteps } from './draw-tools.ts';

const refuseEvent = refuseFor(calls.queueDraws);
const refuseDraw = refuseFor(calls.drawList, calls.drawPlace);

/** Published draws in memory; one of 100,000 entrants takes about 35 MB. */
const mostKept = 3;
/** A file of names is random: a better quality takes longer and saves nothing. */
const quality = 4;
const brotli = promisify(brotliCompress);

/** The file of a draw. Both forms are made once: compressing 100,000 entries takes a tenth of a second. */
export interface DrawFile {
  readonly text: Uint8Array;
  readonly brotli: Uint8Array;
}

/** Reads what is published of draws (decision 059). */
export interface DrawReads {
  /** The public facts of the draws of an event. Throws 404 for an unknown event. */
  facts(slug: string): Promise<AnswerOf<typeof calls.queueDraws>>;
  /** The file of a published draw, as text and compressed. Throws 404 before it is published. */
  list(slug: string, kind: DrawKind): Promise<DrawFile>;
  /** The proof of one place. Throws 404 for a name that is not in a published list. */
  place(slug: string, kind: DrawKind, name: string): Promise<AnswerOf<typeof calls.drawPlace>>;
}

type DrawRow = SaleFacts & {
  readonly id: string | null;
  readonly kind: DrawKind;
  readonly state: DrawState;
  readonly opened_at: Date;
  readonly secret: string;
  readonly commitment: string;
  readonly beacon_round: number | null;
  readonly beacon_signature: string | null;
  readonly closed_at: Date | null;
  readonly root: string | null;
  readonly entrants: number | null;
  readonly first: number | null;
  readonly drawn_at: Date | null;
};

/** The columns of `draws d` without the list, which is long. */
const drawColumns = `d.id, d.kind, d.state, d.opened_at, d.secret, d.commitment, d.beacon_round, d.beacon_signature,
  d.closed_at, d.root, d.entrants, d.first, d.drawn_at`;

interface Published {
  readonly names: readonly string[];
  readonly tree: ListTree;
}

/** Creates the reads of one process. */
export function createDrawReads(db: Db, clock: Clock): DrawReads {
  const trees = new LRUCache<string, Promise<Published>>({ max: mostKept });
  const files = new LRUCache<string, Promise<DrawFile>>({ max: mostKept });

  const drawn = async (
    slug: string,
    kind: DrawKind,
  ): Promise<DrawRow & { readonly id: string }> => {
    const [row] = await db.query<DrawRow & { id: string }>(
      `select ${drawColumns}, ${saleColumns(clock)} from draws d join events e on e.id = d.event_id
       where e.slug = $1 and d.kind = $2 and d.state = 'drawn'`,
      [slug, kind],
    );
    if (row === undefined) throw refuseDraw('drawNotFound');
    return row;
  };
  const listOf = async (id: string): Promise<string> => {
    const [row] = await db.query<{ list: string }>('select list from draws where id = $1', [id]);
    return row?.list ?? '';
  };
  const publishedOf = (id: string): Promise<Published> => {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const made = listOf(id).then(async (list) => {
      const names = list.split('\n').map((line) => line.slice(0, line.indexOf(' ')));
      return { names, tree: await treeInSteps(names) };
    });
    trees.set(id, made);
    made.catch(() => trees.delete(id));
    return made;
  };

  return {
    async facts(slug) {
      const rows = await db.query<DrawRow>(
        `select ${drawColumns}, ${saleColumns(clock)} from events e left join draws d on d.event_id = e.id
         where e.slug = $1 order by d.opened_at`,
        [slug],
      );
      if (rows.length === 0) throw refuseEvent('eventNotFound');
      return { slug, draws: rows.filter(({ id }) => id !== null).map(drawOf) };
    },
    async list(slug, kind) {
      const draw = await drawn(slug, kind);
      const known = files.get(draw.id);
      if (known !== undefined) return known;
      // The list is stored in the form of the file: 100,000 entries need not be taken apart.
      const made = listOf(draw.id).then((list) =>
        fileOf(`${JSON.stringify(factsOf(slug, drawOf(draw)))}\n${list}\n`),
      );
      files.set(draw.id, made);
      made.catch(() => files.delete(draw.id));
      return made;
    },
    async place(slug, kind, name) {
      const { names, tree } = await publishedOf((await drawn(slug, kind)).id);
      const index = indexOf(names, name);
      if (index === null) throw refuseDraw('drawNotFound');
      return { name, index, path: pathOf(tree, index).map(toHex) };
    },
  };
}

async function fileOf(file: string): Promise<DrawFile> {
  const text = Buffer.from(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return { text, brotli: await brotli(text, { params }) };
}

/** Binary search in the sorted list; null for a name that is not in it. */
function indexOf(names: readonly string[], name: string): number | null {
  let [from, to] = [0, names.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((names[middle] ?? '') < name) from = middle + 1;
    else to = middle;
  }
  return names[from] === name ? from : null;
}

function drawOf(row: DrawRow): Draw {
  const isDrawn = row.state === 'drawn';
  const round = row.beacon_round === null ? null : Number(row.beacon_round);
  const local = (instant: Date) => localIso(instant, row.time_zone);
  return {
    kind: row.kind,
    state: row.state,
    opened_at: local(row.opened_at),
    draws_at: local(drawsAtOf(row, row.kind) ?? row.closed_at ?? row.opened_at),
    commitment: row.commitment,
    beacon:
      round === null
        ? null
        : {
            chain: quicknet.chain,
            round,
            at: local(new Date(momentOf(round))),
            signature: isDrawn ? row.beacon_signature : null,
          },
    closed_at: row.closed_at === null ? null : local(row.closed_at),
    entrants: row.entrants,
    root: row.root,
    drawn_at: row.drawn_at === null ? null : local(row.drawn_at),
    secret: isDrawn ? row.secret : null,
    first: row.first === null ? null : Number(row.first),
  };
}
