-- Idem4j, PostgreSQL, schema version 1

CREATE TABLE IF NOT EXISTS idempotency_record (
    principal       text COLLATE "C" NOT NULL,
    scope           text COLLATE "C" NOT NULL,
    idempotency_key text COLLATE "C" NOT NULL,
    status          text             NOT NULL
        CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITHOUT_RESULT', 'FAILED')),
    token           text             NOT NULL,
    owner           text,
    fingerprint     text,
    attempt         integer          NOT NULL CHECK (attempt >= 1),
    lease_until     timestamptz,
    expires_at      timestamptz      NOT NULL,
    created_at      timestamptz      NOT NULL,
    completed_at    timestamptz,
    claimed_by      text             NOT NULL,
    data            text,
    PRIMARY KEY (principal, scope, idempotency_key)
);

-- purge finds what is expired
CREATE INDEX IF NOT EXISTS idempotency_record_expires_at ON idempotency_record (expires_at);

-- operators find holders that fell silent
CREATE INDEX IF NOT EXISTS idempotency_record_unsettled ON idempotency_record (lease_until)
    WHERE status = 'IN_PROGRESS';
