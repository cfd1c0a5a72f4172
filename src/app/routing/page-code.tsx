import type { ComponentType } from 'react';
import { type PageName, pageNames, pageOf, screenSource } from '../../../contract/pages.ts';
import { useText } from '../../text/translate.ts';
import { withWords } from '../../text/words.ts';
import { type Fetched, fetched } from '../../ui/feedback/fetched.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';
import { PageTitle } from './page-title.tsx';
import { pageAt } from './paths.ts';

interface ScreenCode {
  readonly default: ComponentType;
}

/** Importers of the screens, by source path. */
const sources = import.meta.glob<ScreenCode>('/src/screens/*/*.screen.tsx');

/** Longest wait of the event page for the renderer of organiser text, in milliseconds; the page is usable without it. */
const organiserTextTimeoutMs = 1_000;

/** Loads the renderer of organiser text; never rejects. */
const fetchOrganiserText = () =>
  import('../../screens/event/html/organiser-html.tsx')
    .then(({ CleanHtml }) => CleanHtml.prepare())
    .catch(() => undefined);

/** Wraps a screen with the title and the description of its row. */
function titled(Screen: ComponentType, { title, description }: PageTexts): ComponentType {
  if (title === undefined) return Screen;
  return function TitledScreen() {
    const t = useText();
    return (
      <>
        <PageTitle>{t(title)}</PageTitle>
        {description !== undefined && <meta name="description" content={t(description)} />}
        <Screen />
      </>
    );
  };
}

async function fetchScreen(name: PageName): Promise<ScreenCode> {
  const fetchSource = sources[`/${screenSource(name)}`];
  if (fetchSource === undefined)
    throw new Error(`The page '${name}' has no ${screenSource(name)}.`);
  const texts = pageTexts[name];
  const organiserText = name === 'event' ? fetchOrganiserText() : undefined;
  const { default: Screen } = await withWords(texts.words, fetchSource());
  // A late part would shift the layout below it, but must not block the page.
  if (organiserText !== undefined) {
    const timeout = new Promise((resolve) => setTimeout(resolve, organiserTextTimeoutMs));
    await Promise.race([organiserText, timeout]);
  }
  return { default: titled(Screen, texts) };
}

/** The screen of every page, loaded with its texts on first render. */
export const screens = Object.fromEntries(
  pageNames.map((name) => [name, fetched(() => fetchScreen(name))]),
) as Readonly<Record<PageName, Fetched<object>>>;

/** Preloads the code of the screen at a path outside the purchase, so that its first render does not wait. */
export async function prepareScreen(pathname: string): Promise<void> {
  const name = pageAt(pathname);
  if (name !== 'not-found' && pageOf(name).purchase === undefined) await screens[name].prepare();
}

/** The same for a server-rendered screen, with its lazy parts: hydration would briefly remove a part that is not loaded. */
export async function prepareDrawnScreen(pathname: string): Promise<void> {
  const isEvent = pageAt(pathname) === 'event';
  await Promise.all([prepareScreen(pathname), isEvent ? fetchOrganiserText() : undefined]);
}
