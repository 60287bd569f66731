-- Idem4j, H2, schema version 1

CREATE TABLE IF NOT EXISTS idempotency_record (
    principal       character varying(255)      NOT NULL,
    scope           character varying(120)      NOT NULL,
    idempotency_key character varying(1000)     NOT NULL,
    status          character varying(32)       NOT NULL
        CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITHOUT_RESULT', 'FAILED')),
    token           character varying(64)       NOT NULL,
    owner           character varying(255),
    fingerprint     character varying(255),
    attempt         integer                     NOT NULL CHECK (attempt >= 1),
    lease_until     timestamp(9) with time zone,
    expires_at      timestamp(9) with time zone NOT NULL,
    created_at      timestamp(9) with time zone NOT NULL,
    completed_at    timestamp(9) with time zone,
    claimed_by      character varying(255)      NOT NULL,
    data            character varying,
    PRIMARY KEY (principal, scope, idempotency_key)
);

-- purge finds what is expired
CREATE INDEX IF NOT EXISTS idempotency_record_expires_at ON idempotency_record (expires_at);

-- operators find holders that fell silent
CREATE INDEX IF NOT EXISTS idempotency_record_unsettled ON idempotency_record (status, lease_until);
