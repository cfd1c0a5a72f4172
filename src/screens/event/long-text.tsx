import { useCallback, useState } from 'react';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { OrganiserHtml } from './html/organiser-html.tsx';
import styles from './long-text.module.css';

interface LongTextProps {
  /** Its title. */
  readonly of: TextKey;
  readonly html: string;
}

/** The beginning of an organiser's text, with 'See more' for longer text (§2.131). */
export function LongText({ of, html }: LongTextProps) {
  const t = useText();
  const title = t(of);
  const [open, setOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);

  const watch = useCallback((text: HTMLDivElement | null) => {
    const box = text?.parentElement;
    if (!text || !box || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setIsCut(text.offsetHeight > box.clientHeight));
    observer.observe(text);
    // The browser scrolls a focused link of the cut part into view, and does not scroll back.
    const rewind = () => {
      box.scrollTop = 0;
    };
    box.addEventListener('focusout', rewind);
    return () => {
      observer.disconnect();
      box.removeEventListener('focusout', rewind);
    };
  }, []);

  return (
    <>
      <div className={styles.box} data-cut={isCut}>
        <div ref={watch}>
          <OrganiserHtml html={html} />
        </div>
      </div>
      {isCut && (
        <Button variant="ghost" className={styles.more} onClick={() => setOpen(true)}>
          <Words of="event.seeMore" />
          <VisuallyHidden>
            : <Words of={of} />
          </VisuallyHidden>
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={title} titleLang={t.lang(of)}>
        {/* Focused on opening, so that the arrow keys scroll the text. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text without links must be reachable to be scrolled. */}
        <section tabIndex={0} aria-label={title} data-autofocus="">
          <OrganiserHtml html={html} />
        </section>
      </Dialog>
    </>
  );
}
