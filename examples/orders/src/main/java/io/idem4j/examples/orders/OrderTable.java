package io.idem4j.examples.orders;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The business table. It has no unique key that would keep a second order away: what is counted here is how often the
 * action really ran.
 */
@Repository
class OrderTable {
    private static final String SELECT =
            "select id, item, quantity, placed_at, idempotency_key_hash, attempt, placed_by from orders ";

    private final JdbcClient jdbc;

    OrderTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One statement, and so one transaction of its own. */
    void insert(PlacedOrder placed) {
        Order order = placed.order();
        jdbc.sql("""
                        insert into orders (id, item, quantity, placed_at, idempotency_key_hash, attempt, placed_by)
                        values (:id, :item, :quantity, :placedAt, :keyHash, :attempt, :placedBy)
                        """)
                .param("id", order.id())
                .param("item", order.item())
                .param("quantity", order.quantity())
                .param("placedAt", order.placedAt().atOffset(ZoneOffset.UTC))
                .param("keyHash", placed.keyHash())
                .param("attempt", placed.attempt())
                .param("placedBy", placed.placedBy())
                .update();
    }

    /** Newest first. */
    List<PlacedOrder> newest(int limit) {
        return jdbc.sql(SELECT + "order by placed_at desc, id limit :limit")
                .param("limit", limit)
                .query(OrderTable::row)
                .list();
    }

    Optional<Order> find(String id) {
        return jdbc.sql(SELECT + "where id = :id")
                .param("id", id)
                .query(OrderTable::row)
                .optional()
                .map(PlacedOrder::order);
    }

    /** What the latest attempt under this key placed. */
    Optional<Order> placedUnder(String keyHash) {
        return jdbc.sql(SELECT + "where idempotency_key_hash = :keyHash order by attempt desc limit 1")
                .param("keyHash", keyHash)
                .query(OrderTable::row)
                .optional()
                .map(PlacedOrder::order);
    }

    private static PlacedOrder row(ResultSet row, int number) throws SQLException {
        Order order = new Order(
                row.getString("id"),
                row.getString("item"),
                row.getInt("quantity"),
                row.getObject("placed_at", OffsetDateTime.class).toInstant());
        return new PlacedOrder(
                order, row.getString("idempotency_key_hash"), row.getInt("attempt"), row.getString("placed_by"));
    }
}
