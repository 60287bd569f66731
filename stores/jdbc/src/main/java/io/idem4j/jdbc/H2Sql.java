package io.idem4j.jdbc;

/** What is sent to H2. Each change is of a row that the transaction has locked before, by its key alone. */
final class H2Sql {
    final NamedSql find;
    final NamedSql lock;
    final NamedSql insert;
    final NamedSql take;
    final NamedSql complete;
    final NamedSql renew;
    final NamedSql delete;
    final NamedSql expired;
    final NamedSql purge;
    final NamedSql unsettled;

    H2Sql(TableName name) {
        String table = name.qualified();
        String key = " WHERE principal = :principal AND scope = :scope AND idempotency_key = :key";
        String select = "SELECT " + Rows.COLUMNS + " FROM " + table;
        find = NamedSql.of(select + key);
        lock = NamedSql.of(select + key + " FOR UPDATE");
        insert = NamedSql.of("INSERT INTO " + table
                + " (principal, scope, idempotency_key, status, token, attempt, expires_at, created_at, claimed_by)"
                + " VALUES (:principal, :scope, :key, 'IN_PROGRESS', :token, 1, :now, :now, '')");
        take = NamedSql.of("UPDATE " + table + " SET status = 'IN_PROGRESS', token = :token, owner = :owner,"
                + " fingerprint = :fingerprint, attempt = :attempt, lease_until = :leaseUntil,"
                + " expires_at = :expiresAt, created_at = :createdAt, completed_at = NULL, claimed_by = :claimedBy,"
                + " data = NULL" + key);
        complete = NamedSql.of("UPDATE " + table + " SET status = :status, data = :data, completed_at = :now,"
                + " expires_at = :expiresAt" + key);
        renew = NamedSql.of("UPDATE " + table + " SET lease_until = :leaseUntil, expires_at = :expiresAt" + key);
        delete = NamedSql.of("DELETE FROM " + table + key);
        expired = NamedSql.of("SELECT principal, scope, idempotency_key FROM " + table
                + " WHERE expires_at < :now ORDER BY expires_at FETCH FIRST :limit ROWS ONLY FOR UPDATE SKIP LOCKED");
        purge = NamedSql.of("DELETE FROM " + table + key + " AND expires_at < :now");
        unsettled = NamedSql.of(select + " WHERE status = 'IN_PROGRESS' AND lease_until < :now AND expires_at >= :now"
                + " ORDER BY lease_until FETCH FIRST :limit ROWS ONLY");
    }
}
