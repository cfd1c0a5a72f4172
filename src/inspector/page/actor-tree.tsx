import { useState } from 'react';
import { stateWords } from '../timeline.ts';
import type { ActorView, Moment } from '../wire.ts';
import styles from './actor-tree.module.css';

interface ActorTreeProps {
  readonly moment: Moment;
  readonly selected: string | null;
  readonly isFollowing: boolean;
  readonly onSelect: (sessionId: string) => void;
  readonly onFollow: () => void;
}

/** The actors as a tree. Stopped ones are left out unless the tester shows them. */
export function ActorTree(props: ActorTreeProps) {
  const { moment, selected, isFollowing } = props;
  const [showsOver, setShowsOver] = useState(false);
  const all = Object.values(moment.actors);
  const shown = all.filter(
    (actor) => showsOver || actor.status === 'active' || actor.sessionId === selected,
  );
  const ids = new Set(shown.map(({ sessionId }) => sessionId));
  const roots = shown.filter(({ parentId }) => parentId === null || !ids.has(parentId));

  const branch = (actor: ActorView) => {
    const children = shown.filter(({ parentId }) => parentId === actor.sessionId);
    return (
      <li key={actor.sessionId}>
        <button
          type="button"
          className={styles.actor}
          data-kind={actor.machine === null ? 'call' : 'machine'}
          data-status={actor.status}
          aria-current={actor.sessionId === selected}
          onClick={() => props.onSelect(actor.sessionId)}
        >
          <span className={styles.name}>{actor.name}</span>
          {actor.status !== 'active' && <span className={styles.status}>{actor.status}</span>}
          <span className={styles.state}>{stateWords(actor.value)}</span>
        </button>
        {children.length > 0 && <ul className={styles.children}>{children.map(branch)}</ul>}
      </li>
    );
  };

  return (
    <nav className={styles.tree} aria-label="Actors">
      <div className={styles.head}>
        <h2 className={styles.heading}>Actors</h2>
        <button
          type="button"
          className={styles.follow}
          aria-pressed={isFollowing}
          onClick={props.onFollow}
          title="Select the flow that the buyer is in, and go with it"
        >
          Follow
        </button>
      </div>
      <ul className={styles.list}>{roots.map(branch)}</ul>
      <label className={styles.over}>
        <input
          type="checkbox"
          checked={showsOver}
          onChange={(event) => setShowsOver(event.target.checked)}
        />
        Finished ones too
      </label>
    </nav>
  );
}
