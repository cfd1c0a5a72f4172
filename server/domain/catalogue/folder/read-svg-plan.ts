import { SaxesParser, type SaxesTagPlain } from 'saxes';
import {
  applyToPoint,
  compose,
  fromDefinition,
  fromTransformAttribute,
  identity,
  type Matrix,
} from 'transformation-matrix';
import { type FileSeat, finishPlan } from '../../../../contract/plan/finish-plan.ts';
import {
  isSeatAccess,
  type PlanCategory,
  type PlanMistake,
  type PlanResult,
  type PlanShape,
  planColour,
  seatedNames,
} from '../../../../contract/plan/plan.ts';
import {
  type Attributes,
  centreOf,
  degreesOf,
  lengthOf,
  plain,
  rounded,
  scaleOf,
  stylesOf,
} from './svg-attributes.ts';

/** Elements whose content is not drawn where it stands. */
const undrawn = new Set(
  'defs symbol clipPath mask pattern marker filter style title desc metadata'.split(' '),
);
/** Elements that may run or embed something. */
const refused = new Set(['script', 'foreignObject', 'iframe', 'object', 'embed']);
/** Deepest nesting; drawing programs stay far below. */
const maxDepth = 100;
/** Most shapes that a map draws under its seats. */
const maxShapes = 2000;
const maxMistakes = 50;

/** An open element with everything it inherits. */
interface Frame {
  readonly name: string;
  readonly matrix: Matrix;
  readonly isDrawn: boolean;
  readonly fill: string | null;
  readonly section: string;
  readonly row: string;
  readonly category: string;
  /** The seat that this group is, until one of its elements says where. */
  readonly seat: OpenSeat | null;
}

interface OpenSeat {
  readonly seat: Omit<FileSeat, 'x' | 'y' | 'rotation'>;
  isPlaced: boolean;
}

interface OpenText {
  readonly shape: Omit<Extract<PlanShape, { kind: 'text' }>, 'text'>;
  readonly anchor: string;
  content: string;
}

/**
 * Reads a plan from SVG. A seat is an element with `data-seat`, or with an id such as `seat-Balkon-A-12`; `data-section`, `data-row` and
 * `data-category` may stand on the groups around it, `data-access` on the seat. A group named like a category gives its seats that category.
 * Other rectangles, circles, ellipses, polygons and texts are drawn under the seats. Returns the plan or every mistake.
 */
export function readSvgPlan(text: string, categories: readonly PlanCategory[]): PlanResult {
  const reader = new SvgPlanReader(categories);
  const { seats, shapes, mistakes, box } = reader.read(text);
  const { width, height } = box;
  return finishPlan({ seats, shapes, mistakes, width, height }, categories);
}

class SvgPlanReader {
  readonly seats: FileSeat[] = [];
  readonly shapes: PlanShape[] = [];
  readonly mistakes: PlanMistake[] = [];
  box = { x: 0, y: 0, width: 0, height: 0 };
  readonly #categories: ReadonlyMap<string, string>;
  /** The category of seats that name none: the only one with seats, or none. */
  readonly #only: string;
  readonly #parser = new SaxesParser();
  readonly #frames: Frame[] = [];
  #text: OpenText | null = null;
  /** Set by the first error after which the rest cannot be read. */
  #isBroken = false;

  constructor(categories: readonly PlanCategory[]) {
    this.#categories = new Map(categories.map(({ name }) => [plain(name), name]));
    const [first = '', ...others] = seatedNames(categories);
    this.#only = others.length === 0 ? first : '';
  }

  read(text: string): this {
    const parser = this.#parser;
    parser.on('error', () =>
      this.#break('The file is no valid XML.', 'Save the drawing again as SVG.'),
    );
    parser.on('doctype', (doctype) => {
      if (doctype.includes('['))
        this.#break('The file declares entities.', 'Save it as plain SVG.');
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (content) => {
      if (this.#text !== null) this.#text.content += content;
    });
    // In pieces, so that nothing is read after an error.
    const piece = 65_536;
    for (let at = 0; at < text.length && !this.#isBroken; at += piece) {
      parser.write(text.slice(at, at + piece));
    }
    if (!this.#isBroken) parser.close();
    if (this.box.width === 0) this.#measure();
    return this;
  }

  #report(what: string, mend: string): void {
    if (this.mistakes.length >= maxMistakes) return;
    this.mistakes.push({ place: `line ${this.#parser.line}`, what, mend });
  }

  #break(what: string, mend: string): void {
    if (!this.#isBroken) this.#report(what, mend);
    this.#isBroken = true;
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    if (this.#isBroken) return;
    const parent = this.#frames.at(-1);
    if (parent === undefined) this.#openDrawing(name, attributes);
    if (this.#frames.length >= maxDepth) {
      this.#break('The groups are nested too deeply.', 'Ungroup the drawing.');
      return;
    }
    if (refused.has(name) || Object.keys(attributes).some((key) => /^on/iu.test(key))) {
      this.#break('The drawing contains a script or a foreign element.', 'Remove it.');
      return;
    }
    const frame = this.#frameOf(name, attributes, parent);
    this.#frames.push(frame);
    if (!frame.isDrawn) return;
    const owner = frame.seat ?? this.#frames.findLast(({ seat }) => seat !== null)?.seat ?? null;
    if (owner !== null) this.#place(owner, name, attributes, frame);
    else this.#draw(name, attributes, frame);
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame?.name === 'text' && this.#text !== null) this.#endText(this.#text);
    if (frame?.seat?.isPlaced === false) {
      const mend = 'Draw it as a circle, an ellipse or a rectangle.';
      this.#report(`Seat ${frame.seat.seat.seat} has no place.`, mend);
    }
  }

  #openDrawing(name: string, attributes: Attributes): void {
    if (name !== 'svg') this.#break('The file is no SVG drawing.', 'Save the drawing as SVG.');
    const [x = 0, y = 0, width, height] = (attributes.viewBox ?? '').split(/[\s,]+/u).map(Number);
    const size = {
      width: width ?? lengthOf(attributes.width),
      height: height ?? lengthOf(attributes.height),
    };
    const isSized =
      [x, y, size.width, size.height].every(Number.isFinite) && size.width > 0 && size.height > 0;
    if (isSized) this.box = { x, y, ...size };
  }

  #frameOf(name: string, attributes: Attributes, parent: Frame | undefined): Frame {
    const style = stylesOf(attributes.style);
    const own = (key: 'section' | 'row') =>
      attributes[`data-${key}`]?.trim() ?? parent?.[key] ?? '';
    const named = [attributes['data-category'], attributes['inkscape:label'], attributes.id];
    const known = named
      .map((each) => this.#categories.get(plain(each ?? '')))
      .find((each) => each !== undefined);
    const category =
      known ?? attributes['data-category']?.trim() ?? (parent?.category || this.#only);
    const isHidden = attributes.display === 'none' || style.get('display') === 'none';
    const isDrawn = parent?.isDrawn !== false && !undrawn.has(name) && !isHidden;
    const base = { name, section: own('section'), row: own('row'), category };
    return {
      ...base,
      matrix: this.#matrixOf(attributes.transform, parent?.matrix),
      isDrawn,
      fill: attributes.fill ?? style.get('fill') ?? parent?.fill ?? null,
      seat: isDrawn ? this.#seatOf(attributes, base) : null,
    };
  }

  #matrixOf(transform: string | undefined, outer: Matrix | undefined): Matrix {
    const { x, y } = this.box;
    const from = outer ?? { ...identity(), e: -x, f: -y };
    if (transform === undefined || transform.trim() === '') return from;
    try {
      if (transform.length > 500) throw new Error('too long');
      return compose(from, ...fromDefinition(fromTransformAttribute(transform)));
    } catch {
      this.#report('The transformation cannot be read.', 'Save the drawing again as plain SVG.');
      return from;
    }
  }

  #seatOf(
    attributes: Attributes,
    base: Pick<Frame, 'section' | 'row' | 'category'>,
  ): OpenSeat | null {
    // Figma gives a copy the id of its original with a number: both are one seat.
    const id = /^(?:seat|kursi)[-_:](.+?)(?:_\d+)?$/iu.exec(attributes.id ?? '')?.[1];
    const name = attributes['data-seat']?.trim() ?? id;
    if (name === undefined || name === '') {
      // A seat that is misspelt would be missing from the sale without a word.
      const isMeant = /^(?:[sS]eat|SEAT|[kK]ursi|KURSI)(?![a-z])/u.test(attributes.id ?? '');
      if (name === '') this.#report('The seat has no number.', 'Write its number in data-seat.');
      else if (isMeant)
        this.#report(`The id "${attributes.id}" names no seat.`, 'Write it such as seat-A-1.');
      return null;
    }
    const isWhole = base.row === '';
    const parts = name.split('-');
    const seat = isWhole ? (parts.pop() ?? '') : name;
    const row = isWhole ? (parts.pop() ?? '') : base.row;
    const section = isWhole && parts.length > 0 ? parts.join('-') : base.section;
    if (row === '')
      this.#report(`Seat ${name} has no row.`, 'Name it such as A-12, or add data-row.');
    const access = attributes['data-access']?.trim().toLowerCase() ?? '';
    if (access !== '' && !isSeatAccess(access)) {
      this.#report(`data-access is "${access}".`, 'Write wheelchair or companion.');
    }
    return {
      isPlaced: false,
      seat: {
        place: `line ${this.#parser.line}`,
        seat,
        rowLabel: row,
        section,
        category: base.category,
        access: isSeatAccess(access) ? access : null,
      },
    };
  }

  #place(owner: OpenSeat, name: string, attributes: Attributes, { matrix }: Frame): void {
    const centre = owner.isPlaced ? null : centreOf(name, attributes);
    if (centre === null) return;
    owner.isPlaced = true;
    const { x, y } = applyToPoint(matrix, centre);
    this.seats.push({ ...owner.seat, x: rounded(x), y: rounded(y), rotation: degreesOf(matrix) });
  }

  #draw(name: string, attributes: Attributes, frame: Frame): void {
    if (this.shapes.length >= maxShapes) return;
    const { matrix, fill } = frame;
    const scale = scaleOf(matrix);
    const style = stylesOf(attributes.style);
    const look = (at: { x: number; y: number }) => {
      const { x, y } = applyToPoint(matrix, at);
      const borderColor = planColour(attributes.stroke ?? style.get('stroke'));
      return {
        x: rounded(x),
        y: rounded(y),
        rotation: degreesOf(matrix),
        color: planColour(fill),
        borderColor,
        text: null,
      };
    };
    const length = (key: string) => rounded(lengthOf(attributes[key]) * scale);
    const centre = centreOf(name, attributes);
    if (name === 'rect') {
      const corner = { x: lengthOf(attributes.x), y: lengthOf(attributes.y) };
      this.shapes.push({
        ...look(corner),
        kind: 'rect',
        width: length('width'),
        height: length('height'),
      });
    } else if (name === 'circle' && centre !== null) {
      this.shapes.push({ ...look(centre), kind: 'circle', radius: length('r') });
    } else if (name === 'ellipse' && centre !== null) {
      this.shapes.push({
        ...look(centre),
        kind: 'ellipse',
        radiusX: length('rx'),
        radiusY: length('ry'),
      });
    } else if (name === 'polygon') {
      const numbers = (attributes.points ?? '')
        .trim()
        .split(/[\s,]+/u)
        .map(Number);
      const points = numbers.flatMap((x, at) => {
        const point =
          at % 2 === 0 ? applyToPoint(matrix, { x, y: numbers[at + 1] ?? Number.NaN }) : null;
        return point === null ? [] : [[rounded(point.x), rounded(point.y)] as const];
      });
      // The points are transformed already.
      if (points.flat().every(Number.isFinite)) {
        const [x = 0, y = 0] = points[0] ?? [];
        this.shapes.push({ ...look({ x: 0, y: 0 }), x, y, rotation: 0, kind: 'polygon', points });
      }
    } else if (name === 'text') {
      const size = (lengthOf(attributes['font-size'] ?? style.get('font-size')) || 16) * scale;
      const anchor = attributes['text-anchor'] ?? style.get('text-anchor') ?? 'start';
      const at = { x: lengthOf(attributes.x), y: lengthOf(attributes.y) };
      this.#text = {
        shape: { ...look(at), kind: 'text', size: rounded(size) },
        anchor,
        content: '',
      };
    }
  }

  /** A shape of a text has its centre where the text has; letters are about half as wide as high. */
  #endText({ shape, anchor, content }: OpenText): void {
    this.#text = null;
    const text = content.replace(/\s+/gu, ' ').trim().slice(0, 100);
    if (text === '') return;
    const half = (text.length * shape.size) / 4;
    const aside = anchor === 'middle' ? 0 : anchor === 'end' ? -half : half;
    this.shapes.push({
      ...shape,
      x: rounded(shape.x + aside),
      y: rounded(shape.y - shape.size / 3),
      text,
    });
  }

  #measure(): void {
    const most = (values: readonly (number | null)[]) =>
      values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 1);
    this.box = {
      ...this.box,
      width: most(this.seats.map(({ x }) => x)),
      height: most(this.seats.map(({ y }) => y)),
    };
  }
}
