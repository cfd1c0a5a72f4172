import type { ComponentType } from 'react';
import { type PageName, pageNames, pageOf, screenSource } from '../../../contract/pages.ts';
import { type TextKey, useText } from '../../text/translate.ts';
import { withWords } from '../../text/words.ts';
import { type Fetched, fetched } from '../../ui/feedback/fetched.ts';
import { pageTexts } from './page-texts.ts';
import { PageTitle } from './page-title.tsx';
import { pageAt } from './paths.ts';

interface ScreenCode {
  readonly default: ComponentType;
}

/** The code of every screen, by its source. */
const sources = import.meta.glob<ScreenCode>('/src/screens/*/*.screen.tsx');

/** Milliseconds that an event waits for the drawing of its organiser text, which it can be read without. */
const organiserTextPatienceMs = 1_000;

/** Fetches the drawing of organiser text; never rejects. */
const fetchOrganiserText = () =>
  import('../../screens/event/organiser-html.tsx')
    .then(({ CleanHtml }) => CleanHtml.prepare())
    .catch(() => undefined);

/** A screen with the title of its row. */
function titled(Screen: ComponentType, title: TextKey | undefined): ComponentType {
  if (title === undefined) return Screen;
  return function TitledScreen() {
    const t = useText();
    return (
      <>
        <PageTitle>{t(title)}</PageTitle>
        <Screen />
      </>
    );
  };
}

async function fetchScreen(name: PageName): Promise<ScreenCode> {
  const fetchSource = sources[`/${screenSource(name)}`];
  if (fetchSource === undefined)
    throw new Error(`The page '${name}' has no ${screenSource(name)}.`);
  const { title, words } = pageTexts[name];
  const organiserText = name === 'event' ? fetchOrganiserText() : undefined;
  const { default: Screen } = await withWords(words, fetchSource());
  // A part that comes late would move what stands below it, but must not hold up the page.
  if (organiserText !== undefined) {
    const patience = new Promise((resolve) => setTimeout(resolve, organiserTextPatienceMs));
    await Promise.race([organiserText, patience]);
  }
  return { default: titled(Screen, title) };
}

/** The screen of every page, fetched with its words when it is first drawn. */
export const screens = Object.fromEntries(
  pageNames.map((name) => [name, fetched(() => fetchScreen(name))]),
) as Readonly<Record<PageName, Fetched<object>>>;

/** Fetches the code of the screen at a path outside the purchase, so that its first drawing does not wait for it. */
export async function prepareScreen(pathname: string): Promise<void> {
  const name = pageAt(pathname);
  if (name !== 'not-found' && pageOf(name).purchase === undefined) await screens[name].prepare();
}

/** The same for a screen that the server drew, with the parts that come on their own: one still on its way would be missing for a moment. */
export async function prepareDrawnScreen(pathname: string): Promise<void> {
  const isEvent = pageAt(pathname) === 'event';
  await Promise.all([prepareScreen(pathname), isEvent ? fetchOrganiserText() : undefined]);
}
