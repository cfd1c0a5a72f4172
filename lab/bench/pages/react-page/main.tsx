import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Content } from '../content.ts';

/** A client-rendered page: it shows a word as soon as React runs, fetches, then shows the content of the event page. */
function Page() {
  const [content, setContent] = useState<Content | null>(null);
  useEffect(() => {
    fetch('content.json')
      .then((response) => response.json())
      .then(setContent, console.error);
  }, []);
  if (content === null) return <p>Memuat…</p>;
  const { poster, blocks } = content;
  return (
    <>
      <img
        src={poster.src}
        width={poster.width}
        height={poster.height}
        alt=""
        fetchPriority="high"
      />
      <main>
        {blocks.map(({ tag: Tag, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <Tag key={index}>{words}</Tag>
        ))}
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
