import '../../ui/tokens.css';
import '../../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { channelName } from '../wire.ts';
import { InspectorPage } from './inspector-page.tsx';
import { createPageLine } from './page-line.ts';

const line = createPageLine(new BroadcastChannel(channelName), window.location.origin);
window.addEventListener('pagehide', () => line.close());

const container = document.getElementById('inspector');
if (container === null) throw new Error('inspector.html has no #inspector.');
createRoot(container).render(
  <StrictMode>
    <InspectorPage line={line} />
  </StrictMode>,
);
